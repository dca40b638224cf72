// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed operators in forms that g++ turns into vector instructions. Results are those of gpualgo/kernel/operators.hpp,
/// except that a NaN may have another payload; the last step of a reduction, `kernel::quieted`, removes payloads.
#pragma once

#include <gpualgo/kernel/operators.hpp>

#include <concepts>

namespace gpu::inline v0::detail {

/// Most operators vectorise as they are.
template <class Op>
struct lane_operator : Op {};

/// The same value, of an origin that g++ does not look into. It is no instruction. Without it g++ compares the bits of the
/// last result instead of numbers, or numbers instead of their negations, and finds no use for minps.
template <std::floating_point T>
[[nodiscard]] constexpr T opaque(T value) {
#if __has_builtin(__builtin_assoc_barrier)
    return __builtin_assoc_barrier(value);
#else
    return value;
#endif
}

/// minps gives its second operand where the operands are equal or one is a NaN. Both orders together give all there is:
/// the or of two zeros has the minus sign if one has, and the or of a NaN and anything is a NaN.
template <>
struct lane_operator<kernel::minimum> : kernel::minimum {
    using kernel::minimum::operator();

    /// @return the smaller one, or a NaN where there is one
    template <std::floating_point T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        using bits = kernel::bits_of<T>;
        return opaque(__builtin_bit_cast(T, __builtin_bit_cast(bits, a < b ? a : b) | __builtin_bit_cast(bits, b < a ? b : a)));
    }
};

/// In a chain of maxima, one negation undoes the other of the next.
template <>
struct lane_operator<kernel::maximum> : kernel::maximum {
    using kernel::maximum::operator();

    /// @return the larger one, or a NaN where there is one
    template <std::floating_point T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        return -lane_operator<kernel::minimum>()(-a, opaque(-b));
    }
};

} // namespace gpu::inline v0::detail
