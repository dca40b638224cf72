// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed operators in forms that g++ compiles to vector instructions. Results are those of
/// gpualgo/kernel/operators.hpp, except that a NaN may have another payload. The last step of a
/// reduction, `kernel::quieted`, removes payloads.
#pragma once

#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// A vector register of lanes, see detail/lane_vector.hpp.
template <class V>
concept lane_register = requires(V lanes) {
    lanes[0];
};

/// Applies an operator to scalars, or to registers lane by lane. `plus` and `multiplies` take
/// registers themselves.
template <class Op>
struct lane_operator : Op {
    /// @return op(a, b), for every lane
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

/// Optimisation barrier; emits no code. Without it, g++ compares the bits of the last result
/// instead of numbers, or numbers instead of their negations, and does not use minps. It also
/// stores changed lanes of a register separately, which stalls the next load of the register.
/// @tparam T a floating-point number, or a register of them
template <class T>
[[nodiscard]] constexpr T opaque(T value) {
#if !defined(__CUDACC__) && __has_builtin(__builtin_assoc_barrier) // nvcc says yes, and lacks it
    return __builtin_assoc_barrier(value);
#else
    return value;
#endif
}

/// minps returns its second operand if the operands are equal or one is a NaN. The bitwise or of
/// both operand orders is right in these cases. The or of two zeros is -0 if one of them is, and
/// the or of a NaN and any value is a NaN.
template <>
struct lane_operator<kernel::minimum> : kernel::minimum {
    /// @return the smaller one, or a NaN if there is one, for every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) {
            using bits = decltype(a < b);
            // keeps the bits of registers
            return reinterpret_cast<T>(reinterpret_cast<bits>(a < b ? a : b) |
                                       reinterpret_cast<bits>(b < a ? b : a));
        } else if constexpr (std::floating_point<T>) {
            using bits = kernel::bits_of<T>;
            return detail::opaque(
                __builtin_bit_cast(T, __builtin_bit_cast(bits, a < b ? a : b) |
                                          __builtin_bit_cast(bits, b < a ? b : a)));
        } else {
            return kernel::minimum::operator()(a, b);
        }
    }
};

/// In a chain of maxima, the last negation of one cancels the first negation of the next.
template <>
struct lane_operator<kernel::maximum> : kernel::maximum {
    /// @return the larger one, or a NaN if there is one, for every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T> || std::floating_point<T>)
            return -lane_operator<kernel::minimum>()(-a, detail::opaque(-b));
        else return kernel::maximum::operator()(a, b);
    }
};

/// Comparisons of registers do not give 1, but lanes with all bits set.
template <>
struct lane_operator<kernel::logical_and> : kernel::logical_and {
    /// @return 1 or 0, for every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) return ((a != T{}) & (b != T{})) ? T{} + 1 : T{};
        else return kernel::logical_and::operator()(a, b);
    }
};
template <>
struct lane_operator<kernel::logical_or> : kernel::logical_or {
    /// @return 1 or 0, for every lane
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (lane_register<T>) return ((a != T{}) | (b != T{})) ? T{} + 1 : T{};
        else return kernel::logical_or::operator()(a, b);
    }
};

} // namespace gpu::inline v0::detail
