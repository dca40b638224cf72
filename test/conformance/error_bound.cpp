// SPDX-License-Identifier: Apache-2.0
/// The error of a sum is at most gamma(R + log2 n) times the sum of magnitudes, as README and
/// doc/canonical_order.md say. R is the number of rows of a segment. Compares with sums in 113
/// bits, whose own error is zero or far below the bound.
#include "conformance/numbers.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

/// gamma(k) = ku / (1 - ku), u the unit roundoff
template <class T>
double gamma(double k) {
    double const u = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
    return k * u / (1 - k * u);
}

template <class T>
void check_error(std::size_t n, conformance::flavour kind) {
    conformance::random_bits random(n);
    std::vector<T> x(n);
    __float128 exact = 0, magnitude = 0;
    for (T& v : x) {
        v = conformance::number<T>(kind, random);
        exact += v;
        magnitude += v < 0 ? -v : v;
    }
    gpu::kernel::segmentation const shape(sizeof(T));
    double const bound =
        gamma<T>(static_cast<double>(shape.rows) + std::log2(static_cast<double>(n))) *
        static_cast<double>(magnitude);
    double const error = std::abs(static_cast<double>(gpu::reduce(x) - exact));
    INFO("n = " << n << ", kind " << static_cast<int>(kind) << ": error " << error << ", bound "
                << bound);
    CHECK(error <= bound);
}

} // namespace

TEMPLATE_TEST_CASE("the error of sums is bounded", "", float, double) {
    for (auto const kind : {conformance::flavour::ordinary, conformance::flavour::cancelling,
                            conformance::flavour::near_one})
        for (std::size_t const n :
             {1u, 2u, 3u, 100u, 128u, 1000u, 2048u, 2049u, 100'000u, 1'000'003u})
            check_error<TestType>(n, kind);
}

TEST_CASE("the bound is smaller than that of a plain loop, and the error much smaller") {
    conformance::random_bits random(1);
    std::vector<float> x(1 << 22);
    __float128 exact = 0;
    float in_turn = 0;
    for (float& v : x) {
        v = std::abs(conformance::number<float>(conformance::flavour::near_one, random));
        exact += v;
        in_turn += v;
    }
    auto const error_of = [&](float sum) { return std::abs(static_cast<double>(sum - exact)); };
    CHECK(100 * error_of(gpu::reduce(x)) < error_of(in_turn));
}
