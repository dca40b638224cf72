// SPDX-License-Identifier: Apache-2.0
/// Callables on long ranges of the host: vectorised loops give the bits of the definition. The test
/// is compiled for processors with fma, and may contract.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace {

bool can_run() {
#ifdef __x86_64__
    return __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

template <class T>
std::vector<T> numbers(std::size_t n, unsigned first) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = static_cast<T>(static_cast<T>((i * 7 + first) % 101) / 3 - 11);
    return x;
}

constexpr std::size_t sizes[] = {1, 100, 2047, 2048, 2049, 8192, 100003};

} // namespace

TEMPLATE_TEST_CASE("callables on the host: the order is the definition's", "", float, double,
                   std::int32_t, std::uint8_t) {
    if (!can_run()) return;
    // Neither is associative: another order gives other bits.
    auto const op = [](TestType a, TestType b) { return static_cast<TestType>(a * 3 - b); };
    for (std::size_t const n : sizes) {
        auto const x = numbers<TestType>(n, 5);
        auto const total =
            gpu::kernel::canonical<TestType>(x.begin(), n, sizeof(TestType), std::ref(op));
        CAPTURE(n);
        CHECK(test::same_bits(gpu::reduce(gpu::automatic, x, TestType(1), op),
                              op(TestType(1), total)));
        CHECK(test::same_bits(gpu::reduce(x, TestType(1), op), op(TestType(1), total)));
    }
}

TEMPLATE_TEST_CASE("callables on the host: listed operators are not contracted with them", "",
                   float, double) {
    if (!can_run()) return;
    // the products need more digits than there are
    auto const product = [](TestType a, TestType b) { return a * b; };
    auto const square = [](TestType a) { return a * a; };
    for (std::size_t const n : sizes) {
        auto const x = numbers<TestType>(n, 5), y = numbers<TestType>(n, 8);
        TestType const init = TestType(0.1);
        CAPTURE(n);
        CHECK(test::same_bits(
            gpu::transform_reduce(gpu::automatic, x, y, init, gpu::plus<>(), product),
            gpu::transform_reduce(gpu::automatic, x, y, init)));
        CHECK(test::same_bits(
            gpu::transform_reduce(gpu::automatic, x, init, gpu::plus<>(), square),
            gpu::transform_reduce(gpu::automatic, x, init, gpu::plus<>(), gpu::square<>())));
    }
}
