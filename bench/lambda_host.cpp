// SPDX-License-Identifier: Apache-2.0
/// Benchmarks reductions of host ranges by lambdas against the standard library's.
///   bench_lambda_host [--json FILE]
///
/// Elapsed time compares calls on all cores; the CPU time of the calling thread compares loops,
/// also on a machine that is busy.
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <execution>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::json;

constexpr auto add = [](float a, float b) { return a + b; };
constexpr auto square = [](float a) { return a * a; };
constexpr auto product = [](float a, float b) { return a * b; };

/// A reduction, by this library and by the standard one.
struct pair {
    char const* name;
    std::function<void()> ours, theirs;
};

/// Reductions on all cores.
std::vector<pair> pairs(std::vector<float> const& x, std::vector<float> const& y) {
    using std::execution::par_unseq;
    return {{"reduce", [&] { bench::keep(gpu::reduce(gpu::automatic, x, 0.f, add)); },
             [&] { bench::keep(std::reduce(par_unseq, x.begin(), x.end(), 0.f, add)); }},
            {"transform_reduce of one range",
             [&] { bench::keep(gpu::transform_reduce(gpu::automatic, x, 0.f, add, square)); },
             [&] {
                 bench::keep(
                     std::transform_reduce(par_unseq, x.begin(), x.end(), 0.f, add, square));
             }},
            {"transform_reduce of two ranges",
             [&] { bench::keep(gpu::transform_reduce(gpu::automatic, x, y, 0.f, add, product)); },
             [&] {
                 bench::keep(std::transform_reduce(par_unseq, x.begin(), x.end(), y.begin(), 0.f,
                                                   add, product));
             }}};
}

/// The same in the calling thread.
std::vector<pair> pairs_in_thread(std::vector<float> const& x, std::vector<float> const& y) {
    using std::execution::unseq;
    return {
        {"reduce", [&] { bench::keep(gpu::reduce(x, 0.f, add)); },
         [&] { bench::keep(std::reduce(unseq, x.begin(), x.end(), 0.f, add)); }},
        {"transform_reduce of one range",
         [&] { bench::keep(gpu::transform_reduce(x, 0.f, add, square)); },
         [&] { bench::keep(std::transform_reduce(unseq, x.begin(), x.end(), 0.f, add, square)); }},
        {"transform_reduce of two ranges",
         [&] { bench::keep(gpu::transform_reduce(x, y, 0.f, add, product)); },
         [&] {
             bench::keep(
                 std::transform_reduce(unseq, x.begin(), x.end(), y.begin(), 0.f, add, product));
         }}};
}

/// Seconds of the calling thread on a core.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The medians of the times of both, in alternation, and the median ratio: above 1, ours is faster.
json compare(pair const& both, std::size_t n, bool in_thread) {
    auto const now = [in_thread] {
        if (in_thread) return thread_seconds();
        using std::chrono::steady_clock;
        return std::chrono::duration<double>(steady_clock::now().time_since_epoch()).count();
    };
    std::size_t const runs = 1 + 4'000'000 / n;
    std::vector<double> ours, theirs, ratios;
    for (int round = 0; round <= 60; ++round) {
        double const begin = now();
        for (std::size_t i = 0; i < runs; ++i) both.ours();
        double const middle = now();
        for (std::size_t i = 0; i < runs; ++i) both.theirs();
        double const end = now();
        if (round == 0) continue; // warms up
        ours.push_back((middle - begin) / static_cast<double>(runs));
        theirs.push_back((end - middle) / static_cast<double>(runs));
        ratios.push_back(theirs.back() / ours.back());
    }
    char const* const clock = in_thread ? "thread" : "elapsed";
    std::printf("%-32s %8zu  %-8s %9.2f us, std %9.2f us, ratio %.3f\n", both.name, n, clock,
                bench::median(ours) * 1e6, bench::median(theirs) * 1e6, bench::median(ratios));
    std::fflush(stdout);
    return {{"what", both.name},
            {"n", n},
            {"clock", clock},
            {"seconds", record::rounded(bench::median(ours))},
            {"std_seconds", record::rounded(bench::median(theirs))},
            {"ratio", record::rounded(bench::median(ratios), 3)}};
}

} // namespace

int main(int count, char** arguments) {
    json rows = json::array();
    for (std::size_t const n :
         {std::size_t{16'384}, std::size_t{262'144}, std::size_t{4'000'000}}) {
        std::vector<float> x(n), y(n);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = static_cast<float>(i % 7);
            y[i] = static_cast<float>(i % 5);
        }
        for (auto const& both : pairs_in_thread(x, y)) rows.push_back(compare(both, n, true));
        for (auto const& both : pairs(x, y)) rows.push_back(compare(both, n, false));
    }
    if (count == 3 && std::string_view(arguments[1]) == "--json")
        bench::write_results(arguments[2], "lambda_host", gpu::device::host(),
                             {arguments, arguments + count}, {{"flags", GPUALGO_BENCH_FLAGS}},
                             std::move(rows));
}
