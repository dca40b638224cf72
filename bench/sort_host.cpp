// SPDX-License-Identifier: Apache-2.0
/// Times sorts on the host: sort_host [--json FILE]. Each run copies the unsorted numbers first.
#include "results.hpp"

#include <gpualgo/sort.hpp>

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <execution>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

template <class T>
void measure(bench::json& rows, char const* type, std::size_t n) {
    std::mt19937_64 engine(1);
    std::vector<T> unsorted(n), x(n);
    for (T& one : unsorted) one = static_cast<T>(static_cast<std::int64_t>(engine()));
    auto const copied = [&](auto sort) {
        return [&, sort] {
            x = unsorted;
            sort();
        };
    };
    auto const t = bench::interleaved(
        {{"gpu::sort", copied([&] { gpu::sort(gpu::automatic, x); })},
         {"std::sort(par)", copied([&] { std::sort(std::execution::par, x.begin(), x.end()); })},
         {"tbb::parallel_sort", copied([&] { tbb::parallel_sort(x.begin(), x.end()); })}},
        n > 10000000 ? 3 : 9, 1e-3);
    double const best = std::min(t[1].ratio, t[2].ratio);
    std::printf("%-8s n = %9zu: %.2f ns per element, std::sort(par) %.2f times that, "
                "tbb::parallel_sort %.2f; ratio %.2f\n",
                type, n, t[0].seconds * 1e9 / static_cast<double>(n), t[1].ratio, t[2].ratio, best);
    std::fflush(stdout);
    rows.push_back({{"type", type},
                    {"n", n},
                    {"gpualgo", bench::to_json(t[0])},
                    {"std_sort_par", bench::to_json(t[1])},
                    {"tbb_parallel_sort", bench::to_json(t[2])}});
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    bench::json rows = bench::json::array();
    for (std::size_t const n : {std::size_t{1000}, std::size_t{1} << 20, std::size_t{1} << 26}) {
        measure<std::uint8_t>(rows, "uint8", n);
        measure<std::int16_t>(rows, "int16", n);
        measure<std::int32_t>(rows, "int32", n);
        measure<float>(rows, "float", n);
        measure<std::int64_t>(rows, "int64", n);
        measure<double>(rows, "double", n);
    }
    if (!json.empty())
        bench::write_results(json, "sort_host", gpu::device::host(), {argv, argv + argc},
                             bench::json::object(), rows);
}
