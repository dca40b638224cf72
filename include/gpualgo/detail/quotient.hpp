// SPDX-License-Identifier: Apache-2.0
/// @file
/// The quotient of a sum and a number of elements: their mean.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/floating_bits.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The type in which elements are summed.
template <class Value>
using sum_type = std::conditional_t<std::integral<Value>, double, computed_as<Value>>;
/// The type of their mean.
template <class Value>
using mean_type = std::conditional_t<std::integral<Value>, double, Value>;

/// Requires the standard floating-point environment, or a constant expression.
/// @return sum / n, rounded once to the mean's type; a NaN is the positive quiet one
template <class Value>
[[nodiscard]] constexpr mean_type<Value> quotient(sum_type<Value> sum, std::size_t n) {
    if (n == 0) return kernel::quiet_nan<mean_type<Value>>();
    double const mean = static_cast<double>(sum) / static_cast<double>(n);
    return kernel::is_nan(mean) ? kernel::quiet_nan<mean_type<Value>>()
                                : static_cast<mean_type<Value>>(mean);
}

} // namespace gpu::inline v0::detail
