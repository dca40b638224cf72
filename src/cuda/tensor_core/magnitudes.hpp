// SPDX-License-Identifier: Apache-2.0
/// @file
/// The magnitudes of float for which products of planes of bfloat16 are as accurate as products of
/// float.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>
#include <initializer_list>

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

} // namespace gpu::inline v0::sm90
