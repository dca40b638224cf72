// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rounds a total from the type in which it is computed to its own type.
#pragma once

#include <gpualgo/abi/types.hpp>
#include <gpualgo/kernel/floating_bits.hpp>

namespace gpu::inline v0::detail {

/// Rounds once. A NaN becomes the positive quiet NaN without payload.
template <class T>
[[nodiscard]] constexpr T rounded(computed_as<T> total) {
    if constexpr (is_small_float<T>)
        return kernel::is_nan(total) ? kernel::quiet_nan<T>() : T(total);
    else return total;
}

} // namespace gpu::inline v0::detail
