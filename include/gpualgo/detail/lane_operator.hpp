// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed operators in forms that g++ turns into vector instructions. Results are those of
/// gpualgo/kernel/operators.hpp, except that a NaN may have another payload; the last step of a
/// reduction, `kernel::quieted`, removes payloads.
#pragma once

#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// A register of lanes, see detail/lane_vector.hpp.
template <class V>
concept lane_register = requires(V lanes) {
    lanes[0];
};

/// Operators vectorise as they are. To registers they are applied lane by lane, unless they take
/// registers, too.
template <class Op>
struct lane_operator : Op {
    /// @return op(a, b); of every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) {
            for (std::size_t i = 0; i < sizeof(T) / sizeof(a[0]); ++i)
                a[i] = Op::operator()(a[i], b[i]);
            return a;
        } else {
            return Op::operator()(a, b);
        }
    }
};
template <>
struct lane_operator<kernel::plus> : kernel::plus {};
template <>
struct lane_operator<kernel::multiplies> : kernel::multiplies {};

/// The same value, of an origin that g++ does not look into. It is no instruction. Without it g++
/// compares the bits of the last result instead of numbers, or numbers instead of their negations,
/// and finds no use for minps; and it writes lanes of a register that alone have changed by
/// themselves, which are slow to read with the others.
/// @tparam T a floating-point number, or a register of them
template <class T>
[[nodiscard]] constexpr T opaque(T value) {
#if __has_builtin(__builtin_assoc_barrier)
    return __builtin_assoc_barrier(value);
#else
    return value;
#endif
}

/// minps gives its second operand where the operands are equal or one is a NaN. Both orders
/// together give all there is: the or of two zeros has the minus sign if one has, and the or of a
/// NaN and anything is a NaN.
template <>
struct lane_operator<kernel::minimum> : kernel::minimum {
    /// @return the smaller one, or a NaN where there is one; of every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) {
            using bits = decltype(a < b);
            // a cast in this form keeps the bits of registers
            return (T)((bits)(a < b ? a : b) | (bits)(b < a ? b : a));
        } else if constexpr (std::floating_point<T>) {
            using bits = kernel::bits_of<T>;
            return opaque(__builtin_bit_cast(T, __builtin_bit_cast(bits, a < b ? a : b) |
                                                    __builtin_bit_cast(bits, b < a ? b : a)));
        } else {
            return kernel::minimum::operator()(a, b);
        }
    }
};

/// In a chain of maxima, one negation undoes the other of the next.
template <>
struct lane_operator<kernel::maximum> : kernel::maximum {
    /// @return the larger one, or a NaN where there is one; of every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T> || std::floating_point<T>)
            return -lane_operator<kernel::minimum>()(-a, opaque(-b));
        else return kernel::maximum::operator()(a, b);
    }
};

/// Comparisons of registers give no numbers, but lanes all of whose bits are set.
template <>
struct lane_operator<kernel::logical_and> : kernel::logical_and {
    /// @return 1 or 0; of every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) return ((a != T{}) & (b != T{})) ? T{} + 1 : T{};
        else return kernel::logical_and::operator()(a, b);
    }
};
template <>
struct lane_operator<kernel::logical_or> : kernel::logical_or {
    /// @return 1 or 0; of every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) return ((a != T{}) | (b != T{})) ? T{} + 1 : T{};
        else return kernel::logical_or::operator()(a, b);
    }
};

} // namespace gpu::inline v0::detail
