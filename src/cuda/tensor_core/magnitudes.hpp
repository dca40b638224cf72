// SPDX-License-Identifier: Apache-2.0
/// @file
/// The magnitudes of float for which products of planes of 16-bit numbers are as accurate as
/// products of float.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The range of the magnitudes in a matrix. Both members grow as the range widens; both are 0 if
/// all elements are 0.
struct magnitude_range {
    std::uint32_t greatest = 0;      ///< bits of a float
    std::uint32_t negated_least = 0; ///< bits of the least magnitude that is not 0, times -1

    /// Includes a number.
    /// @param bits of a float
    GPUALGO_FUNCTION constexpr void include(std::uint32_t bits) {
        std::uint32_t const magnitude = bits & 0x7FFFFFFF, negated = 0 - magnitude;
        greatest = greatest > magnitude ? greatest : magnitude;
        negated_least = negated_least > negated ? negated_least : negated;
    }

    /// The biased exponents. Subnormal numbers have 0, infinities and NaN have 255.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int greatest_exponent() const {
        return static_cast<int>(greatest >> 23);
    }
    /// Beyond 255 if all elements are 0.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int least_exponent() const {
        return negated_least == 0 ? 511 : static_cast<int>((0 - negated_least) >> 23);
    }
};

/// Whether a product is supported. Planes must be exact, so numbers must not be less than 2^-102.
/// Their products must not be less than 2^-126, and the sums of 32 products must be finite.
[[nodiscard]] GPUALGO_FUNCTION constexpr bool are_supported(magnitude_range const& a,
                                                            magnitude_range const& b) {
    constexpr int bias = 127;
    for (magnitude_range const* const range : {&a, &b})
        if (range->least_exponent() < bias - 102 || range->greatest_exponent() > bias + 126)
            return false;
    return a.least_exponent() + b.least_exponent() >= 2 * bias - 126 &&
           a.greatest_exponent() + b.greatest_exponent() <= 2 * bias + 120;
}

/// The exponents of numbers that two planes of half hold, after scaling. Numbers from 2^-14 on have
/// a relative error of at most 2^-23. Lesser ones lose a bit per exponent: the least ones have an
/// error of at most 2^-18.
inline constexpr int least_exponent_of_half = -19, greatest_exponent_of_half = 14;

/// The second plane of half is multiplied by 2^12, so that it has normal numbers, too.
inline constexpr float scale_of_second_half = 0x1p12F;

/// Whether planes of half hold the numbers of a matrix, if the greatest one is scaled to the
/// greatest exponent.
[[nodiscard]] GPUALGO_FUNCTION constexpr bool fits_half(magnitude_range const& range) {
    return range.greatest_exponent() - range.least_exponent() <=
           greatest_exponent_of_half - least_exponent_of_half;
}

/// The exponent of the power of two by which a matrix is multiplied before it is split into planes
/// of half.
[[nodiscard]] GPUALGO_FUNCTION constexpr int exponent_of_scale(magnitude_range const& range) {
    constexpr int bias = 127;
    bool const is_zero = range.greatest == 0;
    return is_zero ? 0 : greatest_exponent_of_half + bias - range.greatest_exponent();
}

/// Planes whose products are added; the data decides.
enum class float_planes : std::uint32_t {
    none, ///< the magnitudes are not supported
    three_of_bfloat16,
    two_of_half, ///< half as many products, but the range of magnitudes is smaller
};

/// The ranges of A and B, in memory of the GPU.
struct operand_ranges {
    magnitude_range a, b;

    [[nodiscard]] GPUALGO_FUNCTION constexpr bool are_supported() const {
        return sm90::are_supported(a, b);
    }
    /// @param may_be_half whether the kernel has products of half
    [[nodiscard]] GPUALGO_FUNCTION constexpr float_planes planes(bool may_be_half) const {
        if (!are_supported()) return float_planes::none;
        return may_be_half && fits_half(a) && fits_half(b) ? float_planes::two_of_half
                                                           : float_planes::three_of_bfloat16;
    }
    /// The exponent of the power of two by which sums of scaled products are multiplied.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int exponent_of_sums() const {
        return -exponent_of_scale(a) - exponent_of_scale(b);
    }
};

} // namespace gpu::inline v0::sm90
