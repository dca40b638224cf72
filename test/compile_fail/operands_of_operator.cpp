// expect: gpu::reduce: op(a, b) must be convertible to the type of init
// SPDX-License-Identifier: Apache-2.0
// As for std::accumulate: std::reduce may give the operator two elements, or two totals.
#include <gpualgo/gpualgo.hpp>

#include <cstddef>
#include <string>
#include <vector>

std::size_t f(std::vector<std::string> const& v) {
    return gpu::reduce(v, std::size_t{},
                       [](std::size_t n, std::string const& s) { return n + s.size(); });
}
