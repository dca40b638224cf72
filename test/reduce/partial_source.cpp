// SPDX-License-Identifier: Apache-2.0
/// Partial reductions of elements that a function provides.
#include "support/same_bits.hpp"

#include <gpualgo/detail/partial_source.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

using gpu::device;
using test::same_bits;

namespace {

using partial = gpu::partial_reduction<float>;

/// The bytes of a range, read from the front.
struct reader {
    std::vector<float> const& elements;
    std::size_t position = 0; ///< in bytes
    std::size_t bytes = elements.size() * sizeof(float);

    std::size_t operator()(void* to, std::size_t wanted) {
        std::size_t const n = std::min(wanted, bytes - position);
        std::memcpy(to, reinterpret_cast<char const*>(elements.data()) + position, n);
        position += n;
        return n;
    }
};

std::vector<float> numbers(std::size_t n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 1013) * 0.37F - 100;
    return x;
}

std::vector<gpu::detail::device_id> host_and_host() {
    return {device::host().id(), device::host().id()};
}

constexpr std::uint64_t all = std::uint64_t{1} << 62;

} // namespace

TEST_CASE("sources of elements are reduced in chunks to the bits of one call", "[partial]") {
    std::size_t const n =
        GENERATE(as<std::size_t>{}, 0, 1, 2047, 2048, 2049, 100'000, (std::size_t{9} << 20) + 77);
    auto const x = numbers(n);
    reader read{x};
    auto const whole = gpu::detail::reduce_source<partial>(host_and_host(), 0, all, read);
    CHECK(whole.end() == n);
    CHECK(same_bits(whole.total(0.5F), gpu::reduce(x, 0.5F)));
}

TEST_CASE("parts of a source merge", "[partial]") {
    auto const x = numbers(30'000);
    reader read{x};
    std::size_t const cut = GENERATE(as<std::size_t>{}, 0, 1, 2048, 5000, 30'000);
    std::vector const simulated{device::simulated().id()};
    auto whole = gpu::detail::reduce_source<partial>(simulated, 0, cut, read);
    CHECK(whole.end() == cut);
    whole.merge(gpu::detail::reduce_source<partial>(simulated, cut, all, read));
    CHECK(whole.end() == x.size());
    CHECK(same_bits(whole.total(), gpu::reduce(x)));
}

TEST_CASE("sources that fail", "[partial]") {
    auto const x = numbers(10'000);
    reader cut{x};
    --cut.bytes;
    CHECK_THROWS_WITH(gpu::detail::reduce_source<partial>(host_and_host(), 0, all, cut),
                      Catch::Contains("ends inside an element of 4 bytes"));
    auto throws = [](void*, std::size_t) -> std::size_t { throw std::length_error("a disk"); };
    CHECK_THROWS_AS(gpu::detail::reduce_source<partial>(host_and_host(), 0, all, throws),
                    std::length_error);
    CHECK_THROWS_AS(gpu::detail::reduce_source<partial>(host_and_host(), 5, all, throws),
                    std::length_error);
}
