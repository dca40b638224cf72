// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions that elementwise kernels apply: the values of fill, iota and replace, and the
/// listed operations of gpu::transform. These are chosen at run time: so there is one kernel per
/// type.
#pragma once

#include <gpualgo/kernel/function.hpp>
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

/// The operations that a kernel chooses from at run time.
/// @tparam T the type of the elements
/// @tparam C the type in which they are computed
/// @tparam Operations those for one number of operands
template <class T, class C, class... Operations>
struct chosen_operation {
    unsigned number; ///< of the operation in the list

    /// Calls f with the operation.
    template <class F>
    GPUALGO_DEVICE void apply(F f) const {
        unsigned k = 0;
        (void)((k++ == number && (f(rounded_operation<T, C, Operations>()), true)) || ...);
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
    range_test<Bits> test; ///< selects elements
    Bits value;            ///< replaces them

    /// @return the element, or what replaces it
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits operator()(Bits x) const {
        return test(x) ? value : x;
    }

    /// The same for all elements of a word at once: no operation carries from one to the next.
    /// @param x elements side by side
    /// @return the elements, or what replaces them
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t replace_in_word(std::uint32_t x) const
        requires(sizeof(Bits) < sizeof(std::uint32_t)) {
        constexpr auto all = static_cast<Bits>(-1);
        constexpr unsigned sign = 8 * sizeof(Bits) - 1;
        constexpr std::uint32_t ones = 0xffffffffu / all; // the lowest bit of each
        constexpr std::uint32_t signs = ones << sign;
        std::uint32_t key = x;
        if constexpr (sizeof(Bits) > 1) key ^= ((x & signs) >> sign) * all & test.flipped * ones;
        key &= test.mask * ones;
        std::uint32_t const low = test.low * ones, span = test.span * ones;
        std::uint32_t const above = ((key | signs) - (low & ~signs)) ^ (~(key ^ low) & signs);
        // compares all bits but the signs; then the signs
        std::uint32_t const rest = (span | signs) - (above & ~signs);
        std::uint32_t const selected = ((span & ~above) | (~(span ^ above) & rest)) & signs;
        std::uint32_t const chosen = (selected >> sign) * all;
        return (x & ~chosen) | (value * ones & chosen);
    }

    /// Calls f with this.
    template <class F>
    GPUALGO_DEVICE void apply(F f) const {
        f(*this);
    }
};

} // namespace gpu::inline v0::kernel
