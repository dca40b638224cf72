// SPDX-License-Identifier: Apache-2.0
/// @file
/// half: IEEE 754 binary16, for storage. Bit-compatible with CUDA's `__half`, without its headers.
#pragma once

#include <gpualgo/detail/small_float.hpp>

#include <limits>

namespace gpu::inline v0 {

/// A 16-bit floating-point number: 11 significant bits, up to 65504. It is a storage type:
/// expressions convert it to float exactly and are of type float. Conversion from float is explicit
/// and rounds once, as for `std::float16_t`.
class half {
public:
    /// Leaves the value uninitialised, as for a float.
    half() = default;

    /// Rounds to nearest, ties to even, in one step from any arithmetic type; NaN becomes CUDA's
    /// NaN.
    /// @param value any number; from 65520 on it becomes infinite
    template <detail::arithmetic T>
    GPUALGO_FUNCTION constexpr explicit half(T value) : bits_(rounded(value)) {}

    /// @return the number, exactly
    GPUALGO_FUNCTION constexpr
    operator float() const { // NOLINT(google-explicit-constructor): it loses nothing
#ifdef __CUDA_ARCH__
        if (!__builtin_is_constant_evaluated()) {
            float value;
            asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits_));
            return value;
        }
#endif
        return widened();
    }

    /// @param bits the encoding of a number
    /// @return that number
    [[nodiscard]] GPUALGO_FUNCTION static constexpr half from_bits(std::uint16_t bits) {
        half number;
        number.bits_ = bits;
        return number;
    }
    /// @return the encoding
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint16_t bits() const { return bits_; }

    /// @param other added in float; the sum is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr half& operator+=(float other) { return *this = half(*this + other); }
    /// @param other subtracted in float; the difference is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr half& operator-=(float other) { return *this = half(*this - other); }
    /// @param other multiplied in float; the product is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr half& operator*=(float other) { return *this = half(*this * other); }
    /// @param other divided by in float; the quotient is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr half& operator/=(float other) { return *this = half(*this / other); }

private:
    template <class T>
    GPUALGO_FUNCTION static constexpr std::uint16_t rounded(T value) {
#ifdef __CUDA_ARCH__
        if constexpr (std::is_same_v<T, float>)
            if (!__builtin_is_constant_evaluated()) {
                std::uint16_t bits;
                asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
                return bits;
            }
#endif
        if constexpr (std::is_same_v<T, float>)
            return narrowed(kernel::bit_cast<std::uint32_t>(value));
        else return detail::small_float<5, 10>::round(value);
    }

    /// Rounds a float, given by its bits, as small_float does, but without branches, so that loops
    /// are vectorised.
    GPUALGO_FUNCTION static constexpr std::uint16_t narrowed(std::uint32_t bits) {
        constexpr std::uint32_t smallest = 127 - 14; // exponent of the smallest normal half
        std::uint32_t const magnitude = bits & 0x7fffffff;
        std::uint32_t const exponent = magnitude >> 23;
        std::uint32_t const normal =
            (magnitude - ((smallest - 1) << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
        std::uint32_t const significand = (magnitude & 0x7fffff) | 0x800000;
        // to units of 2^-24
        std::uint32_t const shift = exponent >= smallest ? 14
                                    : exponent < 95      ? 31
                                                         : smallest + 13 - exponent;
        std::uint32_t const subnormal =
            (significand + (1u << (shift - 1)) - 1 + (significand >> shift & 1)) >> shift;
        std::uint32_t const rounded = exponent < smallest ? subnormal
                                      : normal < 0x7c00   ? normal
                                                          : 0x7c00;
        return magnitude > 0x7f800000 ? detail::small_float<5, 10>::nan
                                      : static_cast<std::uint16_t>(rounded | (bits >> 16 & 0x8000));
    }

    /// Has no branches, so that loops are vectorised, and uses no subnormal floats, which the
    /// caller may flush to zero.
    GPUALGO_FUNCTION constexpr float widened() const {
        constexpr std::uint32_t rebias = (127 - 15) << 23;
        constexpr std::uint32_t one = 1u << 23; // in the exponent
        std::uint32_t const magnitude = static_cast<std::uint32_t>(bits_ & 0x7fff) << 13;
        std::uint32_t const exponent = magnitude & (31u << 23);
        // A subnormal's fraction, read as that of the smallest normal number, is too large by that
        // number. The difference is exact; but if the caller rounds downward, a zero is -0.
        float const fraction = kernel::bit_cast<float>(magnitude + rebias + one) -
                               kernel::bit_cast<float>(rebias + one);
        std::uint32_t const normal = magnitude + rebias + (exponent == 31u << 23 ? rebias : 0);
        std::uint32_t const value =
            exponent == 0 ? kernel::bit_cast<std::uint32_t>(fraction) : normal;
        // takes the sign bit from this number; AVX-512 does so in one instruction
        std::uint32_t const sign = static_cast<std::uint32_t>(bits_) << 16;
        return kernel::bit_cast<float>(value ^ ((value ^ sign) & 0x80000000));
    }

    std::uint16_t bits_;
};

static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half> &&
              std::is_trivially_default_constructible_v<half>);

} // namespace gpu::inline v0

/// @cond internal
template <>
class std::numeric_limits<gpu::half> : public std::numeric_limits<float> {
public:
    static constexpr int digits = 11, digits10 = 3, max_digits10 = 5;
    static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16,
                         max_exponent10 = 4;
    static constexpr gpu::half min() noexcept { return gpu::half::from_bits(0x0400); }
    static constexpr gpu::half lowest() noexcept { return gpu::half::from_bits(0xfbff); }
    static constexpr gpu::half max() noexcept { return gpu::half::from_bits(0x7bff); }
    static constexpr gpu::half epsilon() noexcept { return gpu::half::from_bits(0x1400); }
    static constexpr gpu::half round_error() noexcept { return gpu::half::from_bits(0x3800); }
    static constexpr gpu::half infinity() noexcept { return gpu::half::from_bits(0x7c00); }
    static constexpr gpu::half quiet_NaN() noexcept { return gpu::half::from_bits(0x7fff); }
    static constexpr gpu::half signaling_NaN() noexcept { return gpu::half::from_bits(0x7d00); }
    static constexpr gpu::half denorm_min() noexcept { return gpu::half::from_bits(0x0001); }
};
/// @endcond
