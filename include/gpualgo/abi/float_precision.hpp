// SPDX-License-Identifier: Apache-2.0
/// @file
/// How the policy tensor_core multiplies float.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// The numbers of `matmul_request::precision`. Only ever appended.
enum class float_precision : std::uint32_t {
    standard, ///< sums of products of half or bfloat16
    precise,  ///< `.precise()`: and the rounding errors of the sums
    tf32,     ///< `.fast()`: products of numbers rounded to TF32
};

} // namespace gpu::inline v0::detail
