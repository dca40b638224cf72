// SPDX-License-Identifier: Apache-2.0
/// Counts the different results that repeated sums of the same numbers have, on several numbers of
/// threads, for several libraries: nondeterminism [--json FILE]
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <omp.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <execution>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using sum_function = std::function<float(std::vector<float> const& x, int threads)>;
struct contender {
    std::string name;
    sum_function sum;
};

/// Calls `sum` in an arena of `threads` threads, which may be more than there are cores.
float in_arena(int threads, std::function<float()> const& sum) {
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    float total = 0;
    arena.execute([&] { total = sum(); });
    return total;
}

float by_openmp(std::vector<float> const& x, int threads) {
    float total = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : total)
    for (std::size_t i = 0; i < x.size(); ++i) total += x[i];
    return total;
}

/// Every thread adds its share to one atomic, in the order in which threads arrive.
float by_atomics(std::vector<float> const& x, int threads) {
    std::atomic<float> total = 0;
    std::size_t const share = x.size() / static_cast<std::size_t>(threads) + 1;
    std::vector<std::jthread> workers;
    for (std::size_t begin = 0; begin < x.size(); begin += share)
        workers.emplace_back([&, begin] {
            for (std::size_t i = begin; i < std::min(begin + share, x.size()); ++i)
                total.fetch_add(x[i], std::memory_order_relaxed);
        });
    workers.clear();
    return total;
}

float by_tbb(std::vector<float> const& x) {
    using range = tbb::blocked_range<std::size_t>;
    auto const part = [&](range const& r, float sum) {
        for (std::size_t i = r.begin(); i < r.end(); ++i) sum += x[i];
        return sum;
    };
    return tbb::parallel_reduce(range(0, x.size()), 0.0F, part, std::plus<>());
}

std::vector<contender> contenders() {
    auto const in_threads = [](auto sum) {
        return [sum](std::vector<float> const& x, int threads) {
            return in_arena(threads, [&] { return sum(x); });
        };
    };
    return {
        {"std::reduce(par)", in_threads([](auto const& x) {
             return std::reduce(std::execution::par, x.begin(), x.end());
         })},
        {"std::reduce(par_unseq)", in_threads([](auto const& x) {
             return std::reduce(std::execution::par_unseq, x.begin(), x.end());
         })},
        {"tbb::parallel_reduce", in_threads(by_tbb)},
        {"OpenMP reduction(+)", by_openmp},
        {"atomic<float>::fetch_add", by_atomics},
        {"gpu::reduce", in_threads([](auto const& x) { return gpu::reduce(gpu::automatic, x); })}};
}

/// Results of one contender.
struct row {
    std::string name;
    std::size_t at_most = 0; ///< different results, largest count for one number of threads
    std::size_t in_all = 0;  ///< different results, counted over all numbers of threads
    float smallest = 0, largest = 0;
};

row measure(contender const& c, std::vector<float> const& x, int runs) {
    row r{c.name};
    std::set<float> all;
    for (int const threads : {1, 2, 3, 4, 8}) {
        std::set<float> here;
        for (int run = 0; run < runs; ++run) here.insert(c.sum(x, threads));
        r.at_most = std::max(r.at_most, here.size());
        all.insert(here.begin(), here.end());
    }
    r.in_all = all.size();
    r.smallest = *all.begin();
    r.largest = *all.rbegin();
    return r;
}

void write_json(std::string const& path, std::vector<row> const& rows, std::size_t n, int runs,
                std::vector<std::string> const& command) {
    record::json list = record::json::array();
    for (row const& r : rows)
        list.push_back({{"sum", r.name},
                        {"results_on_one_number_of_threads", r.at_most},
                        {"results_on_all", r.in_all},
                        {"smallest", record::rounded(r.smallest, 9)},
                        {"largest", record::rounded(r.largest, 9)}});
    bench::write_results(path, "nondeterminism", gpu::device::host(), command,
                         {{"n", n}, {"runs", runs}, {"threads", {1, 2, 3, 4, 8}}}, std::move(list));
}

} // namespace

int main(int argc, char** argv) {
    constexpr std::size_t n = 1 << 22;
    constexpr int runs = 100;
    std::mt19937 random(1);
    std::vector<float> x(n);
    for (float& v : x) v = static_cast<float>(random()) / 0x1p31F - 1;

    std::printf("%-26s %8s %8s  (different results of %d runs on 1 to 8 threads: at most on one "
                "number of them, and in all)\n",
                "sum of 2^22 floats", "one", "all", runs);
    std::vector<row> rows;
    for (auto const& c : contenders()) {
        // atomics are slow
        rows.push_back(measure(c, x, c.name.starts_with("atomic") ? runs / 10 : runs));
        std::printf("%-26s %8zu %8zu  %.9g to %.9g\n", c.name.c_str(), rows.back().at_most,
                    rows.back().in_all, static_cast<double>(rows.back().smallest),
                    static_cast<double>(rows.back().largest));
    }
    if (argc == 3 && std::string_view(argv[1]) == "--json")
        write_json(argv[2], rows, n, runs, {argv, argv + argc});
}
