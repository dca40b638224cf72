// SPDX-License-Identifier: Apache-2.0
/// Elementwise kernels on the simulated device: in any order of blocks and threads. The one barrier
/// is neither missing nor superfluous, and vectors are accessed whole.
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/kernel/elementwise/operations.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

using gpu::simulated::same;
using test::finding;
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

TEST_CASE("elements are reversed in place in any order of blocks and threads") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (bool const parallel : {false, true})
            reverse(70000 + seed, {.seed = seed, .parallel = parallel});
}

TEST_CASE("the barrier of the exchange is neither missing nor superfluous") {
    std::vector<gpu::code_location> sites;
    launch_options options;
    options.parallel = false;
    options.omits = [&](gpu::code_location const& site) {
        bool is_known = false;
        for (auto const& other : sites) is_known |= same(site, other);
        if (!is_known) sites.push_back(site);
        return false;
    };
    reverse(5003, options);
    REQUIRE(sites.size() == 1);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        options.seed = seed;
        options.omits = [&](auto const& other) { return same(sites[0], other); };
        REQUIRE_THROWS_AS(reverse(5003, options), finding);
    }
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

TEST_CASE("a fill stores vectors of 16 bytes at any address") {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    std::vector<std::uint8_t> x(16 * 1024 + 32);
    std::uint8_t const value = 7;
    elementwise_request request;
    request.kind = static_cast<std::uint32_t>(elementwise_kind::fill);
    request.size = 1;
    request.n = x.size() - 16;
    request.out = {x.data() + 3, {}, request.n, false};
    request.element = &value;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::elementwise(queue, request);
    REQUIRE(std::count(x.begin(), x.end(), value) == static_cast<std::ptrdiff_t>(request.n));
    REQUIRE(x[2] == 0);
    REQUIRE(x[3 + request.n] == 0);
    REQUIRE(counted.size() == 1);
    // 1024 vectors by warps of 32, and single elements before and after them
    REQUIRE(counted[0].counts.total().global_stores.requests <= 1024 / 32 + 3);
}
