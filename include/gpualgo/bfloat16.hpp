// SPDX-License-Identifier: Apache-2.0
/// @file
/// bfloat16: the upper half of a float, for storage. Bit-compatible with CUDA's `__nv_bfloat16`,
/// without its headers.
#pragma once

#include <gpualgo/detail/small_float.hpp>

#include <limits>

namespace gpu::inline v0 {

/// A 16-bit floating-point number: 8 significant bits and the range of float. It is a storage type:
/// expressions convert it to float exactly and are of type float. Conversion from float is explicit
/// and rounds once, as for `std::bfloat16_t`.
class bfloat16 {
public:
    /// Leaves the value uninitialised, as for a float.
    bfloat16() = default;

    /// Rounds to nearest, ties to even, in one step from any arithmetic type; NaN becomes CUDA's
    /// NaN.
    /// @param value any number
    template <detail::arithmetic T>
    GPUALGO_FUNCTION constexpr explicit bfloat16(T value) : bits_(rounded(value)) {}

    /// @return the number, exactly
    GPUALGO_FUNCTION constexpr
    operator float() const { // NOLINT(google-explicit-constructor): it loses nothing
        return kernel::bit_cast<float>(static_cast<std::uint32_t>(bits_) << 16);
    }

    /// @param bits the encoding of a number
    /// @return that number
    [[nodiscard]] GPUALGO_FUNCTION static constexpr bfloat16 from_bits(std::uint16_t bits) {
        bfloat16 number;
        number.bits_ = bits;
        return number;
    }
    /// @return the encoding
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint16_t bits() const { return bits_; }

    /// @param other added in float; the sum is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr bfloat16& operator+=(float other) {
        return *this = bfloat16(*this + other);
    }
    /// @param other subtracted in float; the difference is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr bfloat16& operator-=(float other) {
        return *this = bfloat16(*this - other);
    }
    /// @param other multiplied in float; the product is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr bfloat16& operator*=(float other) {
        return *this = bfloat16(*this * other);
    }
    /// @param other divided by in float; the quotient is rounded once
    /// @return this number
    GPUALGO_FUNCTION constexpr bfloat16& operator/=(float other) {
        return *this = bfloat16(*this / other);
    }

private:
    template <class T>
    GPUALGO_FUNCTION static constexpr std::uint16_t rounded(T value) {
        // few instructions and no branches, so that loops are vectorised
        if constexpr (std::is_same_v<T, float>) {
            auto const bits = kernel::bit_cast<std::uint32_t>(value);
            bool const is_nan = (bits & 0x7fffffff) > 0x7f800000;
            return is_nan ? detail::small_float<8, 7>::nan
                          : static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
        } else {
            return detail::small_float<8, 7>::round(value);
        }
    }

    std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2 &&
              std::is_trivially_copyable_v<bfloat16> &&
              std::is_trivially_default_constructible_v<bfloat16>);

} // namespace gpu::inline v0

/// @cond internal
template <>
class std::numeric_limits<gpu::bfloat16> : public std::numeric_limits<float> {
public:
    static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
    static constexpr gpu::bfloat16 min() noexcept { return gpu::bfloat16::from_bits(0x0080); }
    static constexpr gpu::bfloat16 lowest() noexcept { return gpu::bfloat16::from_bits(0xff7f); }
    static constexpr gpu::bfloat16 max() noexcept { return gpu::bfloat16::from_bits(0x7f7f); }
    static constexpr gpu::bfloat16 epsilon() noexcept { return gpu::bfloat16::from_bits(0x3c00); }
    static constexpr gpu::bfloat16 round_error() noexcept {
        return gpu::bfloat16::from_bits(0x3f00);
    }
    static constexpr gpu::bfloat16 infinity() noexcept { return gpu::bfloat16::from_bits(0x7f80); }
    static constexpr gpu::bfloat16 quiet_NaN() noexcept { return gpu::bfloat16::from_bits(0x7fff); }
    static constexpr gpu::bfloat16 signaling_NaN() noexcept {
        return gpu::bfloat16::from_bits(0x7fa0);
    }
    static constexpr gpu::bfloat16 denorm_min() noexcept {
        return gpu::bfloat16::from_bits(0x0001);
    }
};
/// @endcond
