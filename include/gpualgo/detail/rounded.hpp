// SPDX-License-Identifier: Apache-2.0
/// @file
/// From what a total is computed in to its own type.
#pragma once

#include <gpualgo/detail/type_list.hpp>

#include <limits>

namespace gpu::inline v0::detail {

/// Rounds once. A NaN stays the positive quiet one, without payload.
template <class T>
[[nodiscard]] constexpr T rounded(computed_as<T> total) {
    if constexpr (is_small_float<T>) {
        using limits = std::numeric_limits<T>;
        // the highest bit of the fraction makes a NaN quiet
        constexpr auto quiet = limits::infinity().bits() | 1U << (limits::digits - 2);
        return total != total ? T::from_bits(quiet) : T(total);
    } else {
        return total;
    }
}

} // namespace gpu::inline v0::detail
