// SPDX-License-Identifier: Apache-2.0
/// @file
/// Implicit conversions, as the standard library makes them, for kernels and the host.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <type_traits>

#pragma GCC diagnostic push // the caller asks for conversions that lose digits
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

namespace gpu::inline v0::kernel {

/// Converts implicitly. A cast might choose an explicit conversion function.
/// @param from any value
/// @return the value as a T
template <class T, class From>
[[nodiscard]] GPUALGO_FUNCTION constexpr T implicitly(From&& from) {
    return static_cast<From&&>(from);
}

/// Converts implicitly, or by a cast if that is the only way.
/// @param from any value
/// @return the value as a T
template <class T, class From>
[[nodiscard]] GPUALGO_FUNCTION constexpr T converted(From const& from) {
    if constexpr (std::is_convertible_v<From const&, T>) return from;
    else return static_cast<T>(from);
}

} // namespace gpu::inline v0::kernel

#pragma GCC diagnostic pop
