// SPDX-License-Identifier: Apache-2.0
/// Products of complex numbers in a program compiled for processors with fma that may contract: the
/// library's are not contracted.
#include "support/same_bits.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <complex>
#include <functional>
#include <list>
#include <vector>

TEST_CASE("complex: a program compiled with contraction gets the same bits") {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("fma")) return;
#endif
    using number = std::complex<double>;
    std::list<number> x;
    for (int i = 1; i <= 40; ++i) x.push_back(std::polar(1.01, 0.7 * i));
    number const here = gpu::reduce(x, number(1, 1), std::multiplies<>()); // copied elements
    number const there =
        gpu::reduce(std::vector(x.begin(), x.end()), number(1, 1), std::multiplies<>());
    CHECK(std::abs(here) == Approx(1.489 * 1.41421356).epsilon(1e-3)); // 1.01 to the 40th power
    CHECK(test::same_bits(here, there));
}
