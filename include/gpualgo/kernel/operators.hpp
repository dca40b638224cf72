// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed operators as kernels apply them: defined for all values, with the same bits on every
/// device.
///
/// Both operands and the result have the accumulator's type. Integers wrap. A NaN operand gives a
/// NaN.
#pragma once

#include <gpualgo/kernel/complex.hpp>
#include <gpualgo/kernel/floating_bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/separate_product.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Base of operators that are associative and commutative on integers.
struct exact_on_integers {};

/// Base of operators that give the same bits for signed and unsigned integers.
struct same_for_either_sign {};

/// a + b
struct plus : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "plus"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <class T>
    [[nodiscard]] static constexpr T identity_element() {
        return T{};
    }

    /// @return the sum; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        if constexpr (std::signed_integral<T>) {
            using wrapping = std::make_unsigned_t<T>;
            return static_cast<T>(
                static_cast<wrapping>(static_cast<wrapping>(a) + static_cast<wrapping>(b)));
        } else {
            return static_cast<T>(a + b);
        }
    }
};

/// a * b
struct multiplies : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "multiplies"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <class T>
    [[nodiscard]] static constexpr T identity_element() {
        if constexpr (is_complex<T>) return {1, 0};
        else return static_cast<T>(1);
    }

    /// @return the product; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        if constexpr (std::integral<T>) {
            // Narrow types would be promoted to int, whose overflow is undefined.
            using wrapping = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned,
                                                std::make_unsigned_t<T>>;
            return static_cast<T>(static_cast<wrapping>(a) * static_cast<wrapping>(b));
        } else {
            return separate_product(a, b);
        }
    }
};

/// a & b, of integers
struct bit_and : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "bit_and"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <std::integral T>
    [[nodiscard]] static constexpr T identity_element() {
        return static_cast<T>(~T{});
    }

    /// @return the bits that are set in both
    template <std::integral T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};

/// a | b, of integers
struct bit_or : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "bit_or"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <std::integral T>
    [[nodiscard]] static constexpr T identity_element() {
        return T{};
    }

    /// @return the bits that are set in at least one
    template <std::integral T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};

/// a ^ b, of integers
struct bit_xor : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "bit_xor"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <std::integral T>
    [[nodiscard]] static constexpr T identity_element() {
        return T{};
    }

    /// @return the bits that are set in exactly one
    template <std::integral T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};

/// a && b: 1 if neither is 0, otherwise 0
struct logical_and : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "logical_and"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <not_complex T>
    [[nodiscard]] static constexpr T identity_element() {
        return static_cast<T>(1);
    }

    /// @return 1 or 0
    template <not_complex T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>((a != T{}) & (b != T{})); // without a branch; a NaN is not 0
    }
};

/// a || b: 0 if both are 0, otherwise 1
struct logical_or : exact_on_integers, same_for_either_sign {
    static constexpr char name[] = "logical_or"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <not_complex T>
    [[nodiscard]] static constexpr T identity_element() {
        return T{};
    }

    /// @return 1 or 0
    template <not_complex T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>((a != T{}) | (b != T{}));
    }
};

/// The minimum or maximum of equal values. Their bits differ only if they are -0 and +0: then the
/// minimum is -0, and the maximum is +0.
template <bool Smallest, std::floating_point T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T merge_equal(T a, T b) {
    if constexpr (!encoded_float<T>) return (__builtin_signbit(a) != 0) == Smallest ? a : b;
    else return from_bits<T>(Smallest ? to_bits(a) | to_bits(b) : to_bits(a) & to_bits(b));
}

/// Compares numbers: fewer instructions on GPUs than a comparison of bits. A NaN is returned as it
/// is: the last step of a reduction makes it quiet.
template <bool Smallest, std::floating_point T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T extreme_by_comparison(T a, T b) {
    bool const is_first = Smallest ? a < b : b < a;
    T const different = is_first || a != a ? a : b; // if only b is a NaN, is_first is false
    return a == b ? merge_equal<Smallest>(a, b) : different;
}

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
/// From compute capability 8.0 on, one instruction is the minimum or maximum of IEEE 754-2019.
template <bool Smallest>
[[nodiscard]] GPUALGO_FUNCTION constexpr float extreme_by_comparison(float a, float b) {
    float result = 0;
    if constexpr (Smallest) asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    else asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
}
#endif

/// Compares bits, so that the function is the same in all files of a program, whatever their
/// compiler flags. (Host loops use the operators of detail/lane_operator.hpp.)
template <bool Smallest, encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T extreme_by_bits(T a, T b) {
    T const ordered = (Smallest ? sort_key(b) < sort_key(a) : sort_key(a) < sort_key(b)) ? b : a;
    return is_nan(a) || is_nan(b) ? quiet_nan<T>() : ordered;
}

/// The smaller or the larger of two values. For floating-point numbers it is the minimum or maximum
/// of IEEE 754-2019: NaN wins, and -0 < +0.
template <bool Smallest, class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T extreme(T a, T b) {
#ifdef __CUDA_ARCH__
    constexpr bool is_compared = std::floating_point<T>;
#else
    constexpr bool is_compared = std::floating_point<T> && !encoded_float<T>;
#endif
    if constexpr (is_compared) return extreme_by_comparison<Smallest>(a, b);
    else if constexpr (encoded_float<T>) return extreme_by_bits<Smallest>(a, b);
    else return (Smallest ? b < a : a < b) ? b : a;
}

/// IEEE 754-2019 minimum: NaN wins, and -0 < +0.
struct minimum : exact_on_integers {
    static constexpr char name[] = "minimum"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <not_complex T>
    [[nodiscard]] static constexpr T identity_element() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? limits::infinity() : limits::max();
    }

    /// @return the smaller one, or a NaN if there is one
    template <not_complex T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return extreme<true>(a, b);
    }
};

/// IEEE 754-2019 maximum: NaN wins, and -0 < +0.
struct maximum : exact_on_integers {
    static constexpr char name[] = "maximum"; ///< as reports and the tool print it

    /// @return the identity: op(identity, x) is x
    template <not_complex T>
    [[nodiscard]] static constexpr T identity_element() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest();
    }

    /// @return the larger one, or a NaN if there is one
    template <not_complex T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return extreme<false>(a, b);
    }
};

/// The last step of every reduction: x86 and CUDA make different NaNs.
/// @param value the result
/// @return the positive quiet NaN without payload if `value` is a NaN, otherwise `value`; each part
/// of a complex number separately
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T quieted(T value) {
    if constexpr (encoded_float<T>) return is_nan(value) ? quiet_nan<T>() : value;
    else if constexpr (is_complex<T>) return {quieted(value.re), quieted(value.im)};
    else return value;
}

} // namespace gpu::inline v0::kernel
