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

/// The number with these bits. The barrier (it is no instruction) keeps g++ from comparing bits instead of numbers in the
/// next application of the operator, which costs it the minps and maxps instructions.
template <std::floating_point T>
[[nodiscard]] constexpr T from_bits(kernel::bits_of<T> bits) {
#if __has_builtin(__builtin_assoc_barrier)
    return __builtin_assoc_barrier(__builtin_bit_cast(T, bits));
#else
    return __builtin_bit_cast(T, bits);
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
        return from_bits<T>(__builtin_bit_cast(bits, a < b ? a : b) | __builtin_bit_cast(bits, b < a ? b : a));
    }
};

/// The same with maxps: the and of two zeros has the plus sign if one has. It may lose a NaN, which is put back.
template <>
struct lane_operator<kernel::maximum> : kernel::maximum {
    using kernel::maximum::operator();

    /// @return the larger one, or a NaN where there is one
    template <std::floating_point T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        using bits = kernel::bits_of<T>;
        constexpr bits all_ones = static_cast<bits>(-1); // a NaN
        bits const nan = __builtin_isunordered(a, b) ? all_ones : 0;
        return from_bits<T>((__builtin_bit_cast(bits, b < a ? a : b) & __builtin_bit_cast(bits, a < b ? b : a)) | nan);
    }
};

} // namespace gpu::inline v0::detail
