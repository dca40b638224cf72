// SPDX-License-Identifier: Apache-2.0
/// Expressions in a program that is compiled for processors with fma, and may contract.
#include <gpualgo/expression.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <vector>

TEST_CASE("expressions: products are not contracted into an fma") {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("fma")) return;
#endif
    using namespace gpu::placeholders;
    // (1 + e)(1 - e) - 1 is 0 if the product is rounded, and -e * e if it is not
    double const e = 0x1p-30;
    std::vector<double> x(64, 1 + e), y(64), z(64);
    auto const f = _1 * (1 - e) - 1.0;
    auto const g = gpu::fma(_1, 1 - e, -1.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = f(x[i]);
        z[i] = g(x[i]);
    }
    CHECK(y == std::vector<double>(64, 0.0));
    CHECK(z == std::vector<double>(64, -e * e));
}
