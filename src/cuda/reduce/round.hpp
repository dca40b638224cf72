// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of types that are computed in another one, if they stay on the GPU.
#pragma once

#include "cuda/queue.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Rounds a total once, in the order of the queue. Needs nvcc.
/// @param type of `out`, which is computed in another one
/// @param total of the type that is computed in
void round_total(cuda_queue& queue, std::uint32_t type, void const* total, void* out);

} // namespace gpu::inline v0::detail
