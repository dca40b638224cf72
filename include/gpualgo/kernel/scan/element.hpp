// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results of scans, as elements.
#pragma once

#include <gpualgo/kernel/floating_bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// @return a computed total as an element: rounded, if elements are narrower; NaNs are quieted
template <class Value, class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr Value as_element(T total) {
    if constexpr (std::is_same_v<Value, T>) return quieted(total);
    else return is_nan(total) ? quiet_nan<Value>() : Value(total);
}

} // namespace gpu::inline v0::kernel
