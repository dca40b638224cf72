// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms on the host against the standard library's par_unseq, in one process:
/// elementwise_host [--json FILE]. A ratio above 1 means that this library is faster.
#include "results.hpp"

#include <gpualgo/fill.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <execution>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// A measurement's place in the table.
struct experiment {
    char const* type;
    std::size_t n;
    std::size_t bytes; ///< of an element
};

/// Times one algorithm, and adds a row.
/// @param traffic bytes that are read and written per byte of the range
template <class Ours, class Theirs>
void compare(bench::json& rows, char const* name, experiment const& e, double traffic, Ours ours,
             Theirs theirs) {
    auto const t = bench::interleaved({{"gpualgo", ours}, {"std", theirs}}, 15, 2e-2);
    double const bytes = static_cast<double>(e.n * e.bytes) * traffic;
    std::printf("%-14s %-7s %10zu  %7.2f GB/s, ratio %.2f\n", name, e.type, e.n,
                bytes / t[0].seconds * 1e-9, t[1].ratio);
    std::fflush(stdout);
    rows.push_back({{"algorithm", name},
                    {"type", e.type},
                    {"n", e.n},
                    {"us", record::rounded(t[0].seconds * 1e6)},
                    {"us_std", record::rounded(t[1].seconds * 1e6)},
                    {"ratio", record::rounded(t[1].ratio, 3)},
                    {"spread", record::rounded(t[0].spread, 3)}});
}

template <class T>
void measure(bench::json& rows, char const* type, std::size_t n) {
    experiment const e{type, n, sizeof(T)};
    auto const& par = std::execution::par_unseq;
    std::vector<T> x(n, T(1)), y(n, T(2)), z(n);
    std::vector<std::uint32_t> indices(n);
    std::iota(indices.begin(), indices.end(), 0u);
    for (std::size_t i = 0; i + 1024 <= n; i += 1024) // within pages
        std::shuffle(indices.begin() + static_cast<std::ptrdiff_t>(i),
                     indices.begin() + static_cast<std::ptrdiff_t>(i + 1024), std::mt19937(7));
    compare(
        rows, "fill", e, 1, [&] { gpu::fill(gpu::automatic, x, T(3)); },
        [&] { std::fill(par, x.begin(), x.end(), T(3)); });
    compare(
        rows, "iota", e, 1, [&] { gpu::iota(gpu::automatic, x, T(3)); },
        [&] {
            std::for_each(par, x.begin(), x.end(),
                          [&](T& element) { element = static_cast<T>(&element - x.data() + 3); });
        });
    compare(
        rows, "replace_if", e, 2,
        [&] { gpu::replace_if(gpu::automatic, x, gpu::less_than(T(3)), T(3)); },
        [&] {
            std::transform(par, x.begin(), x.end(), x.begin(),
                           [](T element) { return element < T(3) ? T(3) : element; });
        });
    compare(
        rows, "reverse", e, 2, [&] { gpu::reverse(gpu::automatic, x); },
        [&] { std::reverse(par, x.begin(), x.end()); });
    compare(
        rows, "reverse_copy", e, 2, [&] { gpu::reverse_copy(gpu::automatic, x, y); },
        [&] { std::reverse_copy(par, x.begin(), x.end(), y.begin()); });
    compare(
        rows, "swap_ranges", e, 4, [&] { gpu::swap_ranges(gpu::automatic, x, y); },
        [&] { std::swap_ranges(par, x.begin(), x.end(), y.begin()); });
    compare(
        rows, "gather", e, 2 + 4.0 / sizeof(T), [&] { gpu::gather(gpu::automatic, indices, x, z); },
        [&] {
            std::transform(par, indices.begin(), indices.end(), z.begin(),
                           [&](std::uint32_t i) { return x[i]; });
        });
    compare(
        rows, "scatter", e, 2 + 4.0 / sizeof(T),
        [&] { gpu::scatter(gpu::automatic, x, indices, z); },
        [&] {
            std::for_each(par, indices.begin(), indices.end(), [&](std::uint32_t const& i) {
                z[i] = x[static_cast<std::size_t>(&i - indices.data())];
            });
        });
    compare(
        rows, "transform", e, 3, [&] { gpu::transform(gpu::automatic, x, y, z, std::plus<>()); },
        [&] { std::transform(par, x.begin(), x.end(), y.begin(), z.begin(), std::plus<>()); });
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    bench::json rows = bench::json::array();
    for (std::size_t const n : {std::size_t{1000003}, std::size_t{1} << 26}) {
        measure<std::uint8_t>(rows, "uint8", n);
        measure<float>(rows, "float", n);
        measure<double>(rows, "double", n);
    }
    if (!json.empty())
        bench::write_results(json, "elementwise_host", gpu::device::host(), {argv, argv + argc},
                             bench::json::object(), rows);
}
