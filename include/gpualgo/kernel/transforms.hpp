// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed transforms as kernels apply them: to elements that are already converted to the
/// accumulator's type. They give the same bits on every device. Integers wrap.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// x
struct identity {
    static constexpr char name[] = "identity"; ///< as reports print it

    /// @return x unchanged
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x) const {
        return x;
    }
};

/// -x
struct negate {
    static constexpr char name[] = "negate"; ///< as reports print it

    /// @return x with the other sign; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x) const {
#ifdef __CUDA_ARCH__
        // nvcc 13.0 compiles the minimum of values written as -x wrongly if the smallest integer is
        // among the elements.
        if constexpr (std::integral<T> && sizeof(T) <= 4) {
            if (!std::is_constant_evaluated()) {
                std::uint32_t negated;
                asm("sub.u32 %0, 0, %1;" : "=r"(negated) : "r"(static_cast<std::uint32_t>(x)));
                return static_cast<T>(negated);
            }
        }
#endif
        if constexpr (std::integral<T>)
            return static_cast<T>(std::make_unsigned_t<T>{} -
                                  static_cast<std::make_unsigned_t<T>>(x));
        else return -x;
    }
};

/// x * x
struct square {
    static constexpr char name[] = "square"; ///< as reports print it

    /// @return the square; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x) const {
        return multiplies()(x, x);
    }
};

/// |x|
struct absolute {
    static constexpr char name[] = "absolute"; ///< as reports print it

    /// @return x without its sign; the smallest integer is unchanged
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T x) const {
        if constexpr (std::unsigned_integral<T>) return x;
        else if constexpr (!std::floating_point<T>) return x < T{} ? negate()(x) : x;
        else if constexpr (sizeof(T) > 8) return __builtin_signbit(x) != 0 ? -x : x;
        // clears the sign bit also of a zero and of a NaN
        else return __builtin_bit_cast(T, __builtin_bit_cast(bits_of<T>, x) << 1 >> 1);
    }
};

/// (a - b) * (a - b)
struct squared_difference {
    static constexpr char name[] = "squared_difference"; ///< as reports print it

    /// @return the square of the difference; integers wrap
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        if constexpr (std::integral<T>)
            return square()(static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) -
                                           static_cast<std::make_unsigned_t<T>>(b)));
        else return square()(a - b);
    }
};

/// a == b: the sum counts matches
struct equal_to {
    static constexpr char name[] = "equal_to"; ///< as reports print it

    /// @return 1 if a is equal to b, otherwise 0; a NaN is equal to nothing
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(T a, T b) const {
        return static_cast<T>(a == b);
    }
};

} // namespace gpu::inline v0::kernel
