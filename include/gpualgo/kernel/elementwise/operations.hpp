// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions that elementwise kernels apply: the values of fill, iota and replace, and the
/// listed operations of gpu::transform. These are chosen at run time: so there is one kernel per
/// type.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/integer_words.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/element.hpp>
#include <gpualgo/kernel/select/range_test.hpp>
#include <gpualgo/kernel/separate_product.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// a - b
struct minus : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "minus"; ///< as reports print it

    /// @return the difference; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        if constexpr (std::integral<T>) {
            using wrapping = std::make_unsigned_t<T>;
            return static_cast<T>(
                static_cast<wrapping>(static_cast<wrapping>(a) - static_cast<wrapping>(b)));
        } else {
            return static_cast<T>(a - b);
        }
    }
};

/// Takes the place of an operation that a type does not have.
struct no_operation {
    /// @return the first operand
    template <class T, class... Ts>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x, Ts...) const {
        return x;
    }
};

/// An operation on elements: computed in the type C, and rounded to T once.
template <class T, class C, class Operation>
struct rounded_operation {
    /// @return the result for elements
    template <class... X>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(X... x) const {
        if constexpr (std::is_same_v<T, C>) return Operation()(x...);
        else return as_element<T>(Operation()(static_cast<C>(x)...));
    }
};

/// A listed operation on words of narrow integers: the same results, all at once.
template <narrow_integer T, class Operation>
struct word_operation {
    /// @return the result for each integer of a word
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t operator()(std::uint32_t x) const {
        using words = integer_words<T>;
        if constexpr (std::is_same_v<Operation, negate>) return words::difference(0, x);
        else if constexpr (std::is_same_v<Operation, square>) return words::product(x, x);
        else if constexpr (std::is_same_v<Operation, absolute>) return words::absolute(x);
        else return unchanged(x);
    }
    /// @return the result for each pair of integers at one place
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t operator()(std::uint32_t a,
                                                                      std::uint32_t b) const {
        using words = integer_words<T>;
        auto const mask_of_less = [](std::uint32_t x, std::uint32_t y) {
            return words::mask(words::less(x, y));
        };
        if constexpr (std::is_same_v<Operation, plus>) return words::sum(a, b);
        else if constexpr (std::is_same_v<Operation, minus>) return words::difference(a, b);
        else if constexpr (std::is_same_v<Operation, multiplies>) return words::product(a, b);
        else if constexpr (std::is_same_v<Operation, minimum>)
            return words::merge(mask_of_less(b, a), b, a);
        else if constexpr (std::is_same_v<Operation, maximum>)
            return words::merge(mask_of_less(a, b), b, a);
        else if constexpr (std::is_same_v<Operation, squared_difference>) {
            std::uint32_t const difference = words::difference(a, b);
            return words::product(difference, difference);
        } else if constexpr (std::is_same_v<Operation, bit_and>) return a & b;
        else if constexpr (std::is_same_v<Operation, bit_or>) return a | b;
        else if constexpr (std::is_same_v<Operation, bit_xor>) return a ^ b;
        else return unchanged(a);
    }

private:
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t unchanged(std::uint32_t x) {
        static_assert(std::is_same_v<Operation, identity> ||
                          std::is_same_v<Operation, no_operation>,
                      "each listed operation has its function of words");
        return x;
    }
};

/// The operations that a kernel chooses from at run time.
/// @tparam T the type of the elements
/// @tparam C the type in which they are computed
/// @tparam Operations those for one number of operands
template <class T, class C, class... Operations>
struct chosen_operation {
    static constexpr bool computes_words = narrow_integer<T>; ///< see apply_to_words

    unsigned number; ///< of the operation in the list

    /// Calls f with the operation.
    template <class F>
    GPUALGO_DEVICE void apply(F f) const {
        unsigned k = 0;
        (void)((k++ == number && (f(rounded_operation<T, C, Operations>()), true)) || ...);
    }
    /// Calls f with the operation on words of integers.
    template <class F>
    GPUALGO_DEVICE void apply_to_words(F f) const requires(narrow_integer<T>) {
        unsigned k = 0;
        (void)((k++ == number && (f(word_operation<T, Operations>()), true)) || ...);
    }
};

/// The value of all elements of a fill.
template <class T>
struct constant_value {
    T value; ///< the value

    /// @return the value
    template <std::integral Index>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(Index) const {
        return value;
    }
};

/// The values of a sequence.
/// @tparam T the type of the elements; an unsigned integer for all integers of that size
/// @tparam C the type in which they are computed
template <class T, class C>
struct sequence_value {
    C start; ///< the first value
    C step;  ///< the difference of neighbours

    /// @return start + i * step, where each operation is rounded. Integers wrap.
    template <std::integral Index>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(Index i) const {
        return as_element<T>(plus()(start, multiplies()(static_cast<C>(i), step)));
    }
};

/// Replaces the elements that a test selects.
template <std::unsigned_integral Bits>
struct replacement {
    static constexpr bool computes_words = narrow_integer<Bits>; ///< see apply_to_words
    /// In place, vectors that are not changed are not stored.
    static constexpr bool stores_changes = true;

    range_test<Bits> test; ///< selects elements
    Bits value;            ///< replaces them

    /// @return the element, or what replaces it
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits operator()(Bits x) const {
        return test(x) ? value : x;
    }

    /// The same for all elements of a word at once.
    /// @param x elements side by side
    /// @return the elements, or what replaces them
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t replace_in_word(std::uint32_t x) const
        requires(narrow_integer<Bits>) {
        using words = integer_words<Bits>;
        return words::merge(words::mask(selected_in_word(test, x)), value * words::ones, x);
    }

    /// Calls f with the same for words.
    template <class F>
    GPUALGO_DEVICE void apply_to_words(F f) const requires(narrow_integer<Bits>) {
        f([*this](std::uint32_t x) { return replace_in_word(x); });
    }

    /// Calls f with this.
    template <class F>
    GPUALGO_DEVICE void apply(F f) const {
        f(*this);
    }
};

} // namespace gpu::inline v0::kernel
