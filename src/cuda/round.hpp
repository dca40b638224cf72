// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals in the types that are stored but not computed with, where they stay on the GPU.
#pragma once

#include "queue.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

namespace gpu::inline v0::detail {

/// Rounds a total once, in the order of the queue. Needs nvcc.
void round_total(cuda_queue& queue, float const* total, half* out);
void round_total(cuda_queue& queue, float const* total, bfloat16* out);

} // namespace gpu::inline v0::detail
