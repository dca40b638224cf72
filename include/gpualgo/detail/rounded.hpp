// SPDX-License-Identifier: Apache-2.0
/// @file
/// From what a total is computed in to its own type.
#pragma once

#include <gpualgo/detail/lists.hpp>

namespace gpu::inline v0::detail {

/// Rounds once. A NaN stays the positive quiet one, without payload.
template <class T>
[[nodiscard]] constexpr T rounded(computed_as<T> total) {
    if constexpr (is_small_float<T>)
        return total != total ? T::from_bits(std::same_as<T, half> ? 0x7e00 : 0x7fc0) : T(total);
    else return total;
}

} // namespace gpu::inline v0::detail
