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

/// Whether planes of half hold the numbers of a matrix, times 2^exponent.
[[nodiscard]] GPUALGO_FUNCTION constexpr bool fits_half(magnitude_range const& range,
                                                        int exponent) {
    constexpr int bias = 127;
    return range.greatest == 0 ||
           (range.greatest_exponent() - bias + exponent <= greatest_exponent_of_half &&
            range.least_exponent() - bias + exponent >= least_exponent_of_half);
}

/// The exponent of a power of two that scales the greatest magnitude for planes of half.
/// @param greatest bits of a float
/// @param headroom how many exponents greater another number may be
[[nodiscard]] GPUALGO_FUNCTION constexpr int exponent_of_scale(std::uint32_t greatest,
                                                               int headroom = 0) {
    constexpr int bias = 127, least = bias - 102, most = bias + 126; // that are supported
    int const given = static_cast<int>(greatest >> 23);
    int const exponent = given < least ? least : given > most ? most : given;
    return greatest == 0 ? 0 : greatest_exponent_of_half - headroom + bias - exponent;
}

/// The range of a matrix, and the exponent of the scale that was guessed before it was known.
struct split_range {
    magnitude_range all;
    int guessed = 0;

    [[nodiscard]] GPUALGO_FUNCTION constexpr bool is_guess_right() const {
        return fits_half(all, guessed);
    }
    /// The exponent of the scale of the planes of half.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int exponent() const {
        return is_guess_right() ? guessed : exponent_of_scale(all.greatest);
    }
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool has_half_planes() const {
        return fits_half(all, exponent());
    }
};

/// The elements from which the scale is guessed: spread over all lines and columns.
inline constexpr unsigned bits_of_samples = 8, samples_of_scale = 1 << bits_of_samples;

/// The part of an extent before a sample: `extent` times a fraction.
/// @param index of the sample, or its bits in another order
[[nodiscard]] GPUALGO_FUNCTION constexpr std::int64_t sample_at(std::int64_t extent,
                                                                unsigned index) {
    return extent * index >> bits_of_samples;
}

/// Planes whose products are added; the data decides.
enum class float_planes : std::uint32_t {
    none, ///< the magnitudes are not supported
    three_of_bfloat16,
    two_of_half, ///< half as many products, but the range of magnitudes is smaller
};

/// The ranges of A and B, in memory of the GPU.
struct operand_ranges {
    split_range a, b;

    [[nodiscard]] GPUALGO_FUNCTION constexpr bool are_supported() const {
        return sm90::are_supported(a.all, b.all);
    }
    /// @param may_be_half whether the kernel has products of half
    [[nodiscard]] GPUALGO_FUNCTION constexpr float_planes planes(bool may_be_half) const {
        if (!are_supported()) return float_planes::none;
        return may_be_half && a.has_half_planes() && b.has_half_planes()
                   ? float_planes::two_of_half
                   : float_planes::three_of_bfloat16;
    }
    /// The exponent of the power of two by which sums of scaled products are multiplied.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int exponent_of_sums() const {
        return -a.exponent() - b.exponent();
    }
};

} // namespace gpu::inline v0::sm90
