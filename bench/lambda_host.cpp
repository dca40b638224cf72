// SPDX-License-Identifier: Apache-2.0
/// Benchmarks reductions of host ranges by lambdas against the standard library's.
///   bench_lambda_host [--json FILE]
///
/// Elapsed time compares calls on all cores; the CPU time of the calling thread compares loops,
/// also on a machine that is busy.
#include "pair_of_host.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cstddef>
#include <execution>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::compare;
using bench::json;
using bench::pair;

constexpr auto add = [](float a, float b) { return a + b; };
constexpr auto square = [](float a) { return a * a; };
constexpr auto product = [](float a, float b) { return a * b; };

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
