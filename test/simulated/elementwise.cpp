// SPDX-License-Identifier: Apache-2.0
/// Elementwise kernels on the simulated device: in any order of blocks and threads. The one barrier
/// is neither missing nor superfluous, and vectors are accessed whole.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/kernel/elementwise/operations.hpp>
#include <gpualgo/kernel/elementwise/vectors.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

std::vector<std::uint8_t> bytes(std::size_t n) {
    std::vector<std::uint8_t> x(n);
    std::iota(x.begin(), x.end(), std::uint8_t{1});
    return x;
}

/// Reverses n bytes at an odd address.
void reverse(std::size_t n, launch_options options) {
    auto x = bytes(n + 1), expected = x;
    std::reverse(expected.begin() + 1, expected.end());
    elementwise_request request;
    request.kind = static_cast<std::uint32_t>(elementwise_kind::reverse);
    request.size = 1;
    request.n = n;
    request.out.first = x.data() + 1;
    request.out.n = n;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::elementwise(queue, request);
    REQUIRE(x == expected);
}

} // namespace

TEST_CASE("elements are reversed in place in any order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
        for (bool const parallel : test::one_and_several_threads)
            reverse(70000 + seed, {.seed = seed, .parallel = parallel});
}

TEST_CASE("the barrier of the exchange is neither missing nor superfluous") {
    test::check_barriers(1, [](launch_options const& options) {
        reverse(5003, options);
        return true;
    });
}

namespace {

template <class Bits>
void compare_words(std::uint32_t seed) {
    std::mt19937 random(seed);
    auto const bits = [&random] { return static_cast<Bits>(random()); };
    for (unsigned i = 0; i < 20'000; ++i) {
        Bits const masks[] = {static_cast<Bits>(-1), 1, 0};
        auto const flipped = static_cast<Bits>(sizeof(Bits) > 1 && i % 2 == 0 ? 0x7fff : 0);
        gpu::kernel::replacement<Bits> const f{{flipped, masks[i % 3], bits(), bits()}, bits()};
        auto const x = static_cast<std::uint32_t>(i % 5 == 0 ? random() & 0x80808080 : random());
        std::uint32_t expected = 0;
        for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(Bits))
            expected |= std::uint32_t{f(static_cast<Bits>(x >> shift))} << shift;
        REQUIRE(f.replace_in_word(x) == expected);
    }
}

} // namespace

TEST_CASE("elements of a word are replaced at once, as one by one") {
    compare_words<std::uint8_t>(1);
    compare_words<std::uint16_t>(2);
}

namespace {

/// Compares an operation on words with the same on each of their integers.
template <class T, class Operation, class... Words>
void compare_operation(Words... x) {
    std::uint32_t expected = 0;
    for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(T)) {
        auto const result = Operation()(static_cast<T>(x >> shift)...);
        expected |= std::uint32_t{static_cast<std::make_unsigned_t<T>>(result)} << shift;
    }
    REQUIRE(gpu::kernel::word_operation<T, Operation>()(x...) == expected);
}

template <class T>
void compare_operations() {
    using namespace gpu::kernel;
    std::mt19937 random(sizeof(T));
    for (unsigned i = 0; i < 5000; ++i) {
        // the smallest and largest integers and zeros, and others
        auto const next = [&] {
            auto const x = static_cast<std::uint32_t>(random());
            return random() % 2 == 0 ? x : x & 0x80807fff & static_cast<std::uint32_t>(random());
        };
        std::uint32_t const a = next(), b = i % 7 == 0 ? a : next();
        compare_operation<T, identity>(a);
        compare_operation<T, negate>(a);
        compare_operation<T, square>(a);
        compare_operation<T, absolute>(a);
        compare_operation<T, plus>(a, b);
        compare_operation<T, gpu::kernel::minus>(a, b);
        compare_operation<T, multiplies>(a, b);
        compare_operation<T, minimum>(a, b);
        compare_operation<T, maximum>(a, b);
        compare_operation<T, squared_difference>(a, b);
        compare_operation<T, bit_and>(a, b);
        compare_operation<T, bit_or>(a, b);
        compare_operation<T, bit_xor>(a, b);
    }
}

/// Memory that begins at a line, and bytes from there on.
struct lines {
    explicit lines(std::size_t n) : memory(n + gpu::kernel::bytes_of_line) {}
    std::vector<std::uint8_t> memory;
    std::uint8_t* first() {
        auto* const x = memory.data();
        return x + gpu::kernel::vector_division::of(x, memory.size()).head;
    }
};

/// Runs a request whose elements are bytes, and counts.
gpu::warp_counts counts_of(elementwise_request request) {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    request.size = 1;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::elementwise(queue, request);
    REQUIRE(counted.size() == 1);
    return counted[0].counts.total();
}

} // namespace

TEST_CASE("operations on words equal those on each integer") {
    compare_operations<std::uint8_t>();
    compare_operations<std::int8_t>();
    compare_operations<std::uint16_t>();
    compare_operations<std::int16_t>();
}

TEST_CASE("a fill stores vectors of 16 bytes at any address") {
    constexpr std::size_t n = 16 * 1024 + 16;
    lines memory(n + 32);
    auto* const x = memory.first() + 3;
    std::uint8_t const value = 7;
    elementwise_request request;
    request.kind = static_cast<std::uint32_t>(elementwise_kind::fill);
    request.n = n;
    request.out = {x, {}, n, false};
    request.element = &value;
    auto const stores = counts_of(request).global_stores;
    REQUIRE(std::count(x, x + n, value) == static_cast<std::ptrdiff_t>(n));
    REQUIRE(x[-1] == 0);
    REQUIRE(x[n] == 0);
    // 1017 vectors by warps of 32, and single elements before and after them
    REQUIRE(stores.requests <= 1017 / 32 + 6);
    // Vectors begin at a line: so no two warps store to one sector.
    REQUIRE(stores.sectors <= n / 32 + 6);
}

TEST_CASE("a replacement in place stores no vectors that it does not change") {
    constexpr std::size_t n = 16 * 1024;
    lines memory(n);
    auto* const x = memory.first();
    std::uint8_t const value = 7;
    elementwise_request request;
    request.kind = static_cast<std::uint32_t>(elementwise_kind::replace);
    request.n = n;
    request.out = request.in = {x, {}, n, false};
    request.element = &value;
    request.test = {.flipped = 0, .mask = 0xff, .low = 5, .span = 0};
    REQUIRE(counts_of(request).global_stores.requests == 0);
    x[100] = x[5000] = 5;
    REQUIRE(counts_of(request).global_stores.requests == 2);
    REQUIRE(std::count(x, x + n, value) == 2);
    REQUIRE(x[100] == value);
    REQUIRE(x[5000] == value);
    SECTION("but all of another range") {
        lines other(n);
        request.out.first = other.first();
        REQUIRE(counts_of(request).global_stores.requests == n / 16 / 32);
        REQUIRE(std::equal(x, x + n, other.first()));
    }
}
