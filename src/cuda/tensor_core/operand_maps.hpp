// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tensor maps of an operand.
#pragma once

#include "kernel_set.hpp"

#include <cuda.h>

namespace gpu::inline v0::sm90 {

/// Maps for boxes of lines_of_box and of lines_of_last_box. MN-major operands need the first only.
/// They have no second one, because small kernels start later if they have more arguments.
template <major Major>
struct operand_maps {
    CUtensorMap whole, last;
};
template <>
struct operand_maps<major::mn> {
    CUtensorMap whole;
};

} // namespace gpu::inline v0::sm90
