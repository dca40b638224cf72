// SPDX-License-Identifier: Apache-2.0
/// @file
/// How tensor_core multiplies float.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// The numbers of `matmul_request::precision`. Only ever appended.
enum class float_precision : std::uint32_t {
    standard, ///< sums of products of bfloat16
    precise,  ///< and the rounding errors of the sums
    tf32,     ///< products of numbers rounded to TF32
};
inline constexpr float_precision last_float_precision = float_precision::tf32;

} // namespace gpu::inline v0::detail
