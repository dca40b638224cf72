// SPDX-License-Identifier: Apache-2.0
/// @file
/// The comparison of two numbers by their bits, so that kernels exist once per size of an element.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Tests whether two numbers differ, as `!=` says: NaNs differ from all numbers, and -0 equals +0.
/// Neither flags of the compiler nor the floating-point environment have an effect.
/// @tparam Bits an unsigned integer of the numbers' size
template <std::unsigned_integral Bits>
struct difference_test {
    Bits magnitude; ///< all bits but the sign of a floating-point number; all bits of an integer
    Bits infinity;  ///< the bits of infinity; for integers the largest signed number

    /// Without branches, so that host loops are vectorised.
    /// @param x the bits of two numbers
    /// @return whether the numbers differ
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(element_pair<Bits> x) const {
        bool const are_zeros = static_cast<Bits>((x.first | x.second) & magnitude) == 0;
        // if both are the same NaN; other NaNs have other bits
        using key = std::make_signed_t<Bits>; // processors compare vectors of signed integers
        bool const is_nan = static_cast<key>(x.first & magnitude) > static_cast<key>(infinity);
        return static_cast<bool>(
            (static_cast<unsigned>(x.first != x.second) & static_cast<unsigned>(!are_zeros)) |
            static_cast<unsigned>(is_nan));
    }
};

} // namespace gpu::inline v0::kernel
