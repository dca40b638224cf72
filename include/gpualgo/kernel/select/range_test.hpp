// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled predicates as one test of an element's bits, so that kernels exist once per size
/// of an element.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/integer_words.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Tests whether the key of an element lies in an interval. The key of an integer is its bits. That
/// of a floating-point number is its bits in two's complement. Such keys are ordered as numbers
/// are, -0 directly before +0, and NaNs are at both ends. The interval may wrap around: so the
/// complement of an interval is one, too.
/// @tparam Bits an unsigned integer of the elements' size
template <std::unsigned_integral Bits>
struct range_test {
    Bits flipped; ///< bits of negative numbers that are inverted; 0 for integers
    Bits mask;    ///< the bits of the key that count: all, the lowest one, or none
    Bits low;     ///< the interval's first key
    Bits span;    ///< the interval's last key - low

    /// @param element the bits of an element
    /// @return whether it is selected
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits element) const {
        auto key = element;
        if constexpr (sizeof(Bits) > 1) { // no floating-point number has 8 bits
            auto const negative = static_cast<Bits>(
                static_cast<std::make_signed_t<Bits>>(element) >> (8 * sizeof(Bits) - 1));
            key = static_cast<Bits>(element ^ (negative & flipped));
        }
        return static_cast<Bits>((key & mask) - low) <= span;
    }

    /// @return the test that selects all other elements
    [[nodiscard]] GPUALGO_FUNCTION constexpr range_test complement() const {
        constexpr auto all = static_cast<Bits>(-1);
        if (mask != all) return {flipped, mask, static_cast<Bits>(low ^ 1), 0};
        if (span == all) return {flipped, 0, 1, 0};
        return {flipped, mask, static_cast<Bits>(low + span + 1),
                static_cast<Bits>(all - span - 1)};
    }
};

/// Tests all elements of a word at once.
/// @param x elements side by side
/// @return the highest bit of each selected element
template <narrow_integer Bits>
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t selected_in_word(range_test<Bits> test,
                                                                        std::uint32_t x) {
    using words = integer_words<Bits>;
    if constexpr (sizeof(Bits) > 1) x ^= words::mask(x & words::signs) & test.flipped * words::ones;
    auto const index = words::difference(x & test.mask * words::ones, test.low * words::ones);
    return words::less(test.span * words::ones, index) ^ words::signs;
}

/// @param words elements side by side
/// @return how many of them are selected
template <template <class> class Test, narrow_integer Bits>
    requires(requires(Test<Bits> test) { selected_in_word(test, 0u); })
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned count_in_words(Test<Bits> test,
                                                                 std::uint32_t const (&words)[4]) {
    constexpr unsigned width = integer_words<Bits>::width;
    std::uint32_t counts = 0; // one in the place of each element
    for (std::uint32_t const x : words) counts += selected_in_word(test, x) >> (width - 1);
    return counts * integer_words<Bits>::ones >> (32 - width); // their sum
}

/// A test of all integers of words at once.
template <class Test, class T>
concept word_test = narrow_integer<T> && requires(Test test, std::uint32_t const (&words)[4]) {
    count_in_words(test, words);
};

} // namespace gpu::inline v0::kernel
