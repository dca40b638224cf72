// SPDX-License-Identifier: Apache-2.0
/// Precompiled reductions of std::complex: the bits of the definition on every device, with every
/// strategy and form of call.
#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

#include "conformance/digest.hpp"
#include "conformance/numbers.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <vector>

namespace {

using single = std::complex<float>;
using twice = std::complex<double>;
using test::same_bits;

/// The operators in terms of the parts; this file is compiled without contraction.
template <class C>
C combined(std::plus<>, C a, C b) {
    return {a.real() + b.real(), a.imag() + b.imag()};
}
template <class C>
C combined(std::multiplies<>, C a, C b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class T>
T quiet(T part) {
    return std::isnan(part) ? std::numeric_limits<T>::quiet_NaN() : part;
}

/// Returns the result by the definition.
template <class C, class Value, class Op>
C definition(std::vector<Value> const& x, std::size_t offset, C init, Op op) {
    auto const applied = [op](C a, C b) { return combined(op, a, b); };
    auto const first = x.begin() + static_cast<std::ptrdiff_t>(offset);
    C const total = combined(
        op, init, gpu::kernel::canonical<C>(first, x.size() - offset, sizeof(Value), applied));
    return {quiet(total.real()), quiet(total.imag())};
}

template <class C>
std::vector<C> numbers(std::size_t n, conformance::flavour kind, conformance::random_bits& random) {
    using part = typename C::value_type;
    std::vector<C> x(n);
    for (C& z : x) {
        auto const re = conformance::number<part>(kind, random);
        z = {re, conformance::number<part>(kind, random)};
    }
    return x;
}

template <class C, class Value, class Op, class F>
void for_each_case(F f) {
    conformance::random_bits random(sizeof(C) + sizeof(Value));
    for (std::size_t const n :
         {1u,   2u,   3u,   5u,   31u,  32u,  33u,  64u,   65u,   127u,  128u,  129u,  200u,
          255u, 256u, 257u, 511u, 512u, 513u, 600u, 1023u, 1024u, 1025u, 2049u, 5000u, 40'009u})
        for (std::uint32_t kind = 0; kind < conformance::flavours; ++kind) {
            std::size_t const offset = n % 2; // an odd offset is not a multiple of 16 bytes
            auto const x =
                numbers<Value>(offset + n, static_cast<conformance::flavour>(kind), random);
            f(x, offset, numbers<C>(1, static_cast<conformance::flavour>(kind), random)[0], Op{});
        }
}

/// Calls `f` for all listed combinations.
template <class F>
void for_each_listed(F f) {
    for_each_case<single, single, std::plus<>>(f);
    for_each_case<single, single, std::multiplies<>>(f);
    for_each_case<twice, twice, std::plus<>>(f);
    for_each_case<twice, twice, std::multiplies<>>(f);
    for_each_case<twice, single, std::plus<>>(f);
    for_each_case<twice, single, std::multiplies<>>(f);
}

} // namespace

TEST_CASE("sums and products of complex numbers have the bits of the definition on every device",
          "[complex]") {
    conformance::digest digest;
    for_each_listed([&](auto const& x, std::size_t offset, auto init, auto op) {
        auto const first = x.begin() + static_cast<std::ptrdiff_t>(offset);
        auto const expected = definition(x, offset, init, op);
        INFO(x.size() - offset << " numbers of " << sizeof x[0] << " bytes to " << sizeof init
                               << ", expected " << expected);
        for (auto const device : gpu::devices()) {
            // slow, since it checks every access
            if (device.kind() == gpu::device_kind::simulated && x.size() > 6000) continue;
            gpu::report ran;
            REQUIRE(same_bits(
                gpu::reduce(gpu::automatic.on(device).report_to(ran), first, x.end(), init, op),
                expected));
            REQUIRE(ran.device == device);
        }
        // short ranges are summed inline
        REQUIRE(same_bits(gpu::reduce(first, x.end(), init, op), expected));
        REQUIRE(
            same_bits(gpu::reduce(gpu::automatic, std::list(first, x.end()), init, op), expected));
        digest.add(std::bit_cast<std::uint64_t>(static_cast<double>(expected.real())));
        digest.add(std::bit_cast<std::uint64_t>(static_cast<double>(expected.imag())));
    });
    CHECK(digest.value() == 0xea5c9c190b916dd0); // of the definition: no version may change it
}

TEST_CASE("complex: an empty range returns init unchanged", "[complex]") {
    float const payload = std::bit_cast<float>(0xffc12345U);
    for (auto const device : gpu::devices()) {
        single const init(payload, -0.F);
        CHECK(same_bits(gpu::reduce(gpu::automatic.on(device), std::vector<single>(), init), init));
        CHECK(
            same_bits(gpu::reduce(gpu::interleaved.on(device),
                                  gpu::device_vector<single>(0, device), init, std::multiplies<>()),
                      init));
    }
}

TEST_CASE("complex: products do not recompute NaNs", "[complex]") {
    double const infinity = std::numeric_limits<double>::infinity();
    std::vector<twice> const x{{infinity, 0}, {0, 1}};
    REQUIRE(std::isinf((x[0] * x[1]).imag())); // as C's Annex G requires
    for (auto const device : gpu::devices()) {
        auto const product =
            gpu::reduce(gpu::automatic.on(device), x, twice(1), std::multiplies<>());
        CHECK(std::isnan(product.real()));
        CHECK(std::isnan(product.imag()));
    }
}
