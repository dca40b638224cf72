// SPDX-License-Identifier: Apache-2.0
/// Merges, searches, histograms and unique elements of host ranges against the standard library,
/// in one process and in turn: sorted_host [--max N] [--json FILE]
#include "results.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/unique.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execution>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Times a contender against its peers, and prints how many times as long the fastest peer takes.
void measure(bench::json& rows, char const* algorithm, char const* type, std::size_t n,
             std::vector<bench::contender> contenders) {
    auto const t = bench::interleaved(contenders, 9, 2e-2);
    std::size_t best = 1;
    for (std::size_t i = 2; i < t.size(); ++i)
        if (t[i].ratio < t[best].ratio) best = i;
    std::printf("%-12s %-8s %10zu %10.3f ms %10.3f ms by %-28s ratio %.2f\n", algorithm, type, n,
                t[0].seconds * 1e3, t[best].seconds * 1e3, contenders[best].name.c_str(),
                t[best].ratio);
    std::fflush(stdout);
    bench::json object{{"what", algorithm}, {"type", type}, {"n", n}};
    for (std::size_t i = 0; i < t.size(); ++i) object[contenders[i].name] = bench::to_json(t[i]);
    rows.push_back(std::move(object));
}

template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x) one = static_cast<T>(engine() % 1000);
    return x;
}

template <class T>
void measure_all(bench::json& rows, char const* type, std::size_t n) {
    constexpr auto parallel = std::execution::par_unseq;
    auto const values = random_numbers<T>(n, 1);
    auto a = random_numbers<T>(n, 2), b = random_numbers<T>(n, 3);
    std::ranges::sort(a);
    std::ranges::sort(b);
    std::vector<T> out(2 * n);
    measure(rows, "merge", type, n,
            {{"gpualgo", [&] { bench::keep(gpu::merge(a, b, out)); }},
             {"std::merge(par_unseq)",
              [&] {
                  bench::keep(
                      std::merge(parallel, a.begin(), a.end(), b.begin(), b.end(), out.begin()));
              }},
             {"std::merge", [&] {
                  bench::keep(std::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin()));
              }}});
    measure(rows, "unique_copy", type, n,
            {{"gpualgo", [&] { bench::keep(gpu::unique_copy(a, out)); }},
             {"std::unique_copy(par_unseq)",
              [&] { bench::keep(std::unique_copy(parallel, a.begin(), a.end(), out.begin())); }},
             {"std::unique_copy",
              [&] { bench::keep(std::unique_copy(a.begin(), a.end(), out.begin())); }}});
    std::vector<std::uint32_t> positions(n), counts(100);
    auto const position_of = [&](T x) {
        return static_cast<std::uint32_t>(std::lower_bound(a.begin(), a.end(), x) - a.begin());
    };
    measure(rows, "lower_bound", type, n,
            {{"gpualgo", [&] { bench::keep(gpu::lower_bound(a, values, positions)); }},
             {"std::lower_bound in std::transform(par_unseq)",
              [&] {
                  bench::keep(std::transform(parallel, values.begin(), values.end(),
                                             positions.begin(), position_of));
              }},
             {"std::lower_bound in std::transform", [&] {
                  bench::keep(
                      std::transform(values.begin(), values.end(), positions.begin(), position_of));
              }}});
    measure(rows, "histogram", type, n,
            {{"gpualgo", [&] { bench::keep(gpu::histogram(values, counts, 100, 0, 1000)); }},
             {"a loop", [&] {
                  std::ranges::fill(counts, 0u);
                  for (T const x : values)
                      if (x >= T{0} && x < T{1000})
                          ++counts[static_cast<std::size_t>(static_cast<double>(x) * 0.1)];
                  bench::keep(counts.data());
              }}});
}

void measure_both(bench::json& rows, std::size_t n) {
    measure_all<float>(rows, "float", n);
    measure_all<std::int32_t>(rows, "int32", n);
}

} // namespace

int main(int argc, char** argv) {
    std::size_t most = std::size_t{1} << 24;
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--max") most = std::strtoull(argv[i + 1], nullptr, 10);
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    }
    bench::json rows = bench::json::array();
    for (std::size_t n : {std::size_t{30}, std::size_t{200}}) measure_both(rows, n);
    for (std::size_t n = 1000; n <= most; n = n * 16) measure_both(rows, n);
    if (!json.empty())
        bench::write_results(json, "sorted_host", gpu::device::host(), {argv, argv + argc},
                             bench::json::object(), std::move(rows));
}
