// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a reduction starts from where nothing else is said.
#pragma once

#include <gpualgo/detail/lists.hpp>

#include <concepts>
#include <limits>

namespace tool {

/// @tparam T the type of totals
/// @tparam Op a listed operator
/// @return the value that the operator changes nothing by
template <class T, class Op>
[[nodiscard]] constexpr T neutral() {
    using namespace gpu::kernel;
    using limits = std::numeric_limits<T>;
    if constexpr (is_complex<T>) return {std::same_as<Op, multiplies> ? 1 : 0, 0};
    else if constexpr (std::same_as<Op, minimum>)
        return limits::has_infinity ? limits::infinity() : limits::max();
    else if constexpr (std::same_as<Op, maximum>)
        return limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest();
    else if constexpr (std::same_as<Op, bit_and>) return static_cast<T>(~T{});
    else if constexpr (std::same_as<Op, multiplies> || std::same_as<Op, logical_and>)
        return static_cast<T>(1);
    else return static_cast<T>(0);
}

} // namespace tool
