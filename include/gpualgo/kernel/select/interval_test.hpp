// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tests with fewer instructions than `range_test`, for most predicates. A selection of elements of
/// 8 bytes by `range_test` is limited by its integer instructions, not by memory.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/integer_words.hpp>
#include <gpualgo/kernel/select/range_test.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace gpu::inline v0::kernel {

/// Tests whether an integer lies in an interval, which may wrap around.
template <std::unsigned_integral Bits>
struct integer_interval_test {
    Bits low;
    Bits span; ///< the last integer - low

    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits element) const {
        return static_cast<Bits>(element - low) <= span;
    }
};

/// Tests all elements of a word at once.
/// @param x elements side by side
/// @return the highest bit of each selected element
template <narrow_integer Bits>
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t
selected_in_word(integer_interval_test<Bits> test, std::uint32_t x) {
    using words = integer_words<Bits>;
    auto const index = words::difference(x, test.low * words::ones);
    return words::less(test.span * words::ones, index) ^ words::signs;
}

/// Counts one by one: that takes fewer instructions for 16 bits. Each element is compared in the
/// upper half of a word, whatever the lower half is.
/// @param words elements side by side
/// @return how many of them are selected
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned
count_in_words(integer_interval_test<std::uint16_t> test, std::uint32_t const (&words)[4]) {
    std::uint32_t const low = std::uint32_t{test.low} << 16;
    std::uint32_t const span = std::uint32_t{test.span} << 16 | 0xffff;
    unsigned count = 0;
    for (std::uint32_t const x : words) {
        count += x - low <= span ? 1u : 0u;
        count += (x << 16) - low <= span ? 1u : 0u;
    }
    return count;
}

/// Tests whether a number lies in an interval, or whether it does not. No NaN lies in it.
/// @tparam Bits an unsigned integer of the size of Float
template <class Bits, std::floating_point Float>
struct float_interval_test {
    Float low, high;
    bool is_complement;

    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits element) const {
        auto const x = bit_cast<Float>(element);
        return (low <= x && x <= high) != is_complement;
    }
};

/// @return an equal test of integers, unless the test concerns numbers or single bits
template <class Bits>
constexpr std::optional<integer_interval_test<Bits>> integer_interval(range_test<Bits> test) {
    if (test.flipped != 0 || test.mask != static_cast<Bits>(-1)) return std::nullopt;
    return integer_interval_test<Bits>{test.low, test.span};
}

/// @return an equal test of numbers, unless the test concerns integers, distinguishes -0 from +0,
///         or some NaNs from others
template <std::floating_point Float, class Bits>
constexpr std::optional<float_interval_test<Bits, Float>> float_interval(range_test<Bits> test) {
    constexpr auto all = static_cast<Bits>(-1);
    constexpr auto magnitude = static_cast<Bits>(all >> 1);
    if (test.flipped != magnitude || test.mask != all) return std::nullopt;
    constexpr auto infinity = bit_cast<Bits>(std::numeric_limits<Float>::infinity());
    constexpr auto first = static_cast<Bits>(~infinity); // the key of -infinity
    constexpr auto numbers = static_cast<Bits>(2 * infinity + 1);
    auto const holds_numbers_alone = [](range_test<Bits> t) {
        auto const index = static_cast<Bits>(t.low - first);
        return index <= numbers && t.span <= static_cast<Bits>(numbers - index);
    };
    bool const is_complement = !holds_numbers_alone(test);
    if (is_complement) test = test.complement();
    if (test.mask != all || !holds_numbers_alone(test)) return std::nullopt;
    auto const last = static_cast<Bits>(test.low + test.span);
    if (test.low == 0 || last == all) return std::nullopt; // between -0 and +0
    auto const number = [](Bits key) {
        return bit_cast<Float>(key > magnitude ? static_cast<Bits>(key ^ magnitude) : key);
    };
    return float_interval_test<Bits, Float>{number(test.low), number(last), is_complement};
}

} // namespace gpu::inline v0::kernel
