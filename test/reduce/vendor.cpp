// SPDX-License-Identifier: Apache-2.0
/// The vendor policy if CUB does not run. The host reports it; the simulated device refuses; some
/// operators and types have no precompiled CUB. CUB's results are tested on GPUs, in
/// cuda/vendor_on_gpu.cpp.
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using Catch::Contains;
using test::same_bits;

namespace {

auto const on_host = gpu::vendor.on(gpu::device::host());
auto const on_simulated = gpu::vendor.on(gpu::device::simulated());

template <class T>
std::vector<T> numbers(std::size_t n) {
    std::vector<T> v;
    for (std::size_t i = 0; i < n; ++i)
        v.push_back(static_cast<T>(0.1F * static_cast<float>(i % 500)));
    return v;
}

/// Returns the message of the refusal.
template <class F>
std::string refusal(F f) {
    try {
        (void)f();
    } catch (gpu::unsupported_operator const& e) {
        return e.what();
    }
    FAIL("it was not refused");
    return {};
}

constexpr char const* in_words =
    "vendor is CUB's reduction, which is precompiled for plus, minimum, maximum with totals of ";

} // namespace

TEMPLATE_TEST_CASE("vendor on the host computes the canonical order, and says so", "", std::int32_t,
                   std::uint64_t, float, double, gpu::half) {
    auto const x = numbers<TestType>(10'000);
    gpu::report ran;
    CHECK(same_bits(gpu::reduce(on_host.report_to(ran), x), gpu::reduce(x)));
    CHECK(ran.strategy == "vendor");
    CHECK(ran.fallback == "the host has no vendor kernel and computed the canonical order");

    CHECK(same_bits(gpu::transform_reduce(on_host.report_to(ran), x, TestType(1), std::plus<>(),
                                          gpu::square<>()),
                    gpu::transform_reduce(x, TestType(1), std::plus<>(), gpu::square<>())));
    CHECK_THAT(ran.fallback, Contains("no vendor kernel"));
    CHECK(same_bits(gpu::mean(on_host, x), gpu::mean(x)));

    gpu::device_vector<TestType> const v(x, gpu::device::host());
    gpu::device_vector<TestType> out(1, gpu::device::host());
    gpu::reduce_into(gpu::vendor, v.begin(), v.end(), out.begin(), TestType(2), gpu::maximum<>());
    CHECK(same_bits(out.to_host()[0], gpu::reduce(x, TestType(2), gpu::maximum<>())));
}

TEST_CASE("the simulated device has no vendor", "[vendor]") {
    auto const x = numbers<float>(100);
    gpu::device_vector<float> const v(x, gpu::device::simulated());
    gpu::device_vector<float> out(1, 7.F, gpu::device::simulated());
    auto const refuses = [](auto f) {
        CHECK_THAT(refusal(f), Contains("(vendor on simulated, n = ") &&
                                   Contains("the simulated device has no vendor library"));
    };
    refuses([&] { return gpu::reduce(on_simulated, x); });
    refuses([&] { return gpu::reduce(on_simulated, std::vector<float>()); });
    refuses([&] { return gpu::reduce(gpu::vendor, v); });
    refuses([&] {
        return gpu::transform_reduce(on_simulated, x, 0.F, std::plus<>(), std::negate<>());
    });
    refuses([&] { return gpu::mean(on_simulated, x); });
    refuses([&] { return gpu::reduce_into(gpu::vendor, v.begin(), v.end(), out.begin()), 0; });
    CHECK(out[0] == 7);
}

TEST_CASE("for host ranges, what CUB does not support is treated like what is not precompiled",
          "[vendor]") {
    auto const x = numbers<std::int16_t>(5000);
    gpu::report ran;
    gpu::report by_library;
    CHECK(gpu::reduce(gpu::vendor.report_to(ran), x) ==
          gpu::reduce(gpu::automatic.report_to(by_library), x));
    CHECK(ran.device == gpu::device::host());
    CHECK(ran.strategy == "vendor");
    CHECK(ran.kernel == by_library.kernel);
    CHECK_THAT(ran.fallback,
               Contains(in_words) && Contains("not for std::plus<void> with totals of type short "
                                              "int: the host computed the canonical order"));
    CHECK(gpu::reduce(gpu::vendor.report_to(ran), x, 1, std::bit_xor<>()) ==
          gpu::reduce(x, 1, std::bit_xor<>()));
    CHECK_THAT(ran.fallback, Contains("not for std::bit_xor<void> with totals of type int"));
    auto const squares = gpu::transform_reduce(gpu::vendor.report_to(ran), x, std::int16_t{3},
                                               std::plus<>(), gpu::square<>());
    CHECK(squares == gpu::transform_reduce(x, std::int16_t{3}, std::plus<>(), gpu::square<>()));
    CHECK_THAT(ran.fallback, Contains(in_words) && Contains("short int"));
    auto const products = gpu::transform_reduce(gpu::vendor.report_to(ran), x, x, std::int16_t{3});
    CHECK(products == gpu::transform_reduce(x, x, std::int16_t{3}));
    CHECK(ran.bytes == 2 * x.size() * sizeof(std::int16_t));

    CHECK_THAT(refusal([&] { return gpu::reduce(on_simulated, x); }),
               Contains("gpu::reduce(vendor, n = 5000)") && Contains(in_words));
    CHECK_THAT(refusal([&] {
                   return gpu::transform_reduce(on_simulated, x, std::int16_t{3}, std::plus<>(),
                                                gpu::square<>());
               }),
               Contains("gpu::transform_reduce(vendor, n = 5000)") && Contains(in_words));
    constexpr std::int16_t three[] = {1, 2};
    static_assert(gpu::reduce(gpu::vendor, three) == 3);
    static_assert(gpu::transform_reduce(gpu::vendor, three, std::int16_t{0}, std::plus<>(),
                                        gpu::square<>()) == 5);
}

TEST_CASE("vendor refuses block sizes and exchange media", "[vendor]") {
    auto const x = numbers<int>(10);
    CHECK_THROWS_WITH(gpu::reduce(on_host.block_size(64), x),
                      Contains("block_size(64) was given, but vendor chooses its own"));
    CHECK_THROWS_WITH(gpu::reduce(on_host.in(gpu::memory_space::shared), x),
                      Contains("in(shared) was given; vendor exchanges values through registers"));
}
