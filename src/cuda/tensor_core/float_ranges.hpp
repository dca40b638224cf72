// SPDX-License-Identifier: Apache-2.0
/// @file
/// The planes into which float is split, by the magnitudes in A and B. For planes of half, a matrix
/// is multiplied by a power of two, which is guessed from some of its elements.
#pragma once

#include "magnitudes.hpp"

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The greatest exponent of scaled numbers, and those from which on planes of half have all bits,
/// or enough of them. From 2^-14 on, the relative error is at most 2^-23. Lesser numbers lose a bit
/// per exponent: from 2^-19 on, it is at most 2^-18.
inline constexpr int greatest_of_half = 14, least_of_half = -14, least_of_few = -19;

/// A matrix may have so many numbers below 2^-14, other than 0. That is at most half of a row of A,
/// or of a column of B. If all were as small, sums would have larger errors than those of float.
inline constexpr unsigned most_small_numbers = 128;

/// The second plane of half is multiplied by 2^12, so that most of its numbers are normal.
inline constexpr float scale_of_second_half = 0x1p12F;

/// How many exponents greater than the greatest sample other numbers may be.
inline constexpr int headroom_of_guess = 3;

/// The exponent of the scale for a matrix with this greatest magnitude.
/// @param greatest bits of a float
/// @param headroom exponents that are left for greater numbers
[[nodiscard]] GPUALGO_FUNCTION constexpr int exponent_of_scale(std::uint32_t greatest,
                                                               int headroom = 0) {
    constexpr int bias = 127, least = bias - 102, most = bias + 126; // that are supported
    int const given = static_cast<int>(greatest >> 23);
    int const exponent = given < least ? least : given > most ? most : given;
    return greatest == 0 ? 0 : greatest_of_half - headroom + bias - exponent;
}

/// The magnitude from which on scaled numbers have all bits.
/// @return bits of a float; not 0
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t least_magnitude_of_half(int scale) {
    int const exponent = 127 + least_of_half - scale;
    return static_cast<std::uint32_t>(exponent < 1 ? 1 : exponent) << 23;
}

/// The numbers of a matrix, as they are known after a split by a guess.
struct split_range {
    magnitude_range all;
    int guessed = 0;         ///< exponent of the scale
    std::uint32_t small = 0; ///< numbers below 2^-14 after scaling, other than 0

    /// The exponents of the greatest and of the least number, after scaling.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int scaled_greatest(int scale) const {
        return all.greatest_exponent() - 127 + scale;
    }
    [[nodiscard]] GPUALGO_FUNCTION constexpr int scaled_least(int scale) const {
        return all.least_exponent() - 127 + scale;
    }

    /// The greatest number must not be small either: if all samples are 0, the guess is arbitrary.
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool is_guess_right() const {
        int const greatest = scaled_greatest(guessed);
        return all.greatest == 0 ||
               (greatest <= greatest_of_half && greatest >= greatest_of_half - headroom_of_guess &&
                scaled_least(guessed) >= least_of_few && small <= most_small_numbers);
    }
    /// The exponent of the scale of the planes of half.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int exponent() const {
        return is_guess_right() ? guessed : exponent_of_scale(all.greatest);
    }
    /// With another scale than that guessed, it is unknown how many numbers are small.
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool has_half_planes() const {
        return is_guess_right() || scaled_least(exponent()) >= least_of_half;
    }
};

/// The number of elements from which a scale is guessed.
inline constexpr unsigned samples_of_scale = 256;

/// The place of a sample. Samples are spread over all lines, and over all columns.
struct sample_place {
    std::int64_t line, column;
};
[[nodiscard]] GPUALGO_FUNCTION constexpr sample_place
sample_at(std::int64_t lines, std::int64_t width, unsigned index) {
    unsigned reversed = 0; // the bits of the index
    for (int bit = 0; bit < 8; ++bit) reversed |= (index >> bit & 1) << (7 - bit);
    return {lines * index / samples_of_scale, width * reversed / samples_of_scale};
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
