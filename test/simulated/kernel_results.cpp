// SPDX-License-Identifier: Apache-2.0
/// Results of kernels on the simulated device, which checks every access.
#include "reduction.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

using test::kernel;
using test::launch_options;

namespace {

namespace op = gpu::kernel;

/// Whole numbers whose sums are exact in floating-point types: any order gives equal bits.
template <class T>
std::vector<T> whole_numbers(std::size_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<T> values(n);
    for (auto& value : values) value = static_cast<T>(static_cast<int>(random() % 2001) - 1000);
    return values;
}

template <class Op, class T, class Value>
T sequential(std::vector<Value> const& values, T init) {
    for (auto const& value : values) init = Op()(init, static_cast<T>(value));
    return init;
}

/// Compares a kernel with the sequential reference.
template <class Op, class Value, class T>
void check(kernel const& k, std::size_t n, unsigned block_size, std::uint64_t seed) {
    INFO(k.name() << ", n = " << n << ", blocks of " << block_size << ", " << Op::name << ", seed "
                  << seed);
    auto const values = whole_numbers<Value>(n, static_cast<std::uint32_t>(n));
    REQUIRE(test::reduce<Op>(k, values, T{5}, block_size, {.seed = seed}) ==
            sequential<Op>(values, T{5}));
}

/// Checks one of several combinations of types and operator, selected by `turn`.
void check_some(kernel const& k, std::size_t n, unsigned block_size, unsigned turn) {
    switch (turn % 7) {
    case 0: return check<op::plus, std::int32_t, std::int32_t>(k, n, block_size, turn);
    case 1: return check<op::maximum, double, double>(k, n, block_size, turn);
    case 2: return check<op::plus, float, double>(k, n, block_size, turn);
    case 3: return check<op::minimum, std::int32_t, std::int32_t>(k, n, block_size, turn);
    case 4: return check<op::plus, std::int64_t, std::int64_t>(k, n, block_size, turn);
    case 5: return check<op::maximum, float, float>(k, n, block_size, turn);
    default: return check<op::plus, std::int32_t, std::int64_t>(k, n, block_size, turn);
    }
}

} // namespace

TEST_CASE("every kernel, any block size and any size", "[threads]") {
    unsigned turn = 0;
    for (auto const& k : test::kernels())
        for (unsigned const block_size : {1u, 7u, 32u, 48u, 96u, 512u, 1024u}) {
            if (block_size > test::largest_block) continue;
            std::set<std::size_t> sizes{1,
                                        2,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        65,
                                        127,
                                        128,
                                        129,
                                        block_size,
                                        std::size_t{block_size} + 1,
                                        std::size_t{block_size} * 4 + 1,
                                        4099};
            if (block_size > 1) sizes.insert(block_size - 1);
            for (auto const n : sizes)
                // every other size, with varying types and operators
                if (++turn % (2 * test::thinned) == 0) check_some(k, n, block_size, turn / 2);
        }
}

TEST_CASE("more elements than threads, in few blocks of one thread") {
    for (auto const& k : test::kernels())
        check<op::plus, std::int32_t, std::int32_t>(k, op::max_blocks / test::thinned + 5000, 1, 3);
}

namespace {

/// Values of all magnitudes: their sum depends on the order of additions.
template <class T>
std::vector<T> rough_numbers(std::size_t n) {
    std::mt19937_64 random(n);
    std::vector<T> values(n);
    for (auto& value : values)
        value = static_cast<T>(std::ldexp(static_cast<double>(random() >> 11) - 0x1p52,
                                          static_cast<int>(random() % 40) - 60));
    return values;
}

template <class Op, class Value, class T>
void check_canonical(std::size_t n) {
    kernel const automatic{gpu::detail::index_of<gpu::policy::automatic, gpu::detail::strategies>,
                           static_cast<std::uint32_t>(gpu::memory_space::registers)};
    auto const values = rough_numbers<Value>(n);
    T const expected =
        op::quieted(Op()(T{1}, op::canonical<T>(values.begin(), n, sizeof(Value), Op())));
    for (std::size_t const resident : {1u, 3u, 50u, 1000u})
        for (std::uint64_t seed = 1; seed <= test::orders(2); ++seed) {
            INFO("n = " << n << ", " << resident << " resident blocks, seed " << seed);
            T const result = test::reduce<Op>(automatic, values, T{1}, 256,
                                              {.seed = seed, .resident_blocks = resident});
            REQUIRE(test::same_bits(result, expected));
        }
}

} // namespace

TEST_CASE("automatic is the canonical order bit for bit, for any number of resident blocks and any "
          "order of threads",
          "[threads]") {
    for (std::size_t const n : {1u, 2u, 127u, 128u, 129u, 2047u, 2048u, 2049u, 10'000u, 65'537u})
        check_canonical<op::plus, float, float>(n);
    for (std::size_t const n : {1u, 63u, 64u, 65u, 1025u, 40'001u})
        check_canonical<op::plus, double, double>(n);
    for (std::size_t const n : {1u, 100u, 30'000u}) check_canonical<op::plus, float, double>(n);
    for (std::size_t const n : {1u, 100u, 30'000u}) check_canonical<op::minimum, float, float>(n);
    check_canonical<op::plus, float, float>(600'001); // needs more than one pass over partials
}

TEST_CASE("the report says what ran") {
    gpu::detail::call_result ran;
    kernel const tiles{gpu::detail::index_of<gpu::policy::cg_tile<8>, gpu::detail::strategies>,
                       static_cast<std::uint32_t>(gpu::memory_space::shared)};
    (void)test::reduce<op::plus>(tiles, whole_numbers<float>(1000, 1), 0.0F, 96, {}, &ran);
    REQUIRE(std::string(ran.kernel) == "reduce<cg_tile<8>, shared>");
    REQUIRE(ran.grid == 11);
    REQUIRE(ran.block == 96);

    gpu::detail::call_result converted;
    (void)test::reduce<op::plus>(tiles, whole_numbers<float>(1000, 1), 0.0, 96, {}, &converted);
    REQUIRE(std::string(converted.kernel) == "convert + reduce<cg_tile<8>, shared>");
}
