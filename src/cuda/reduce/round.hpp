// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rounds results that stay on the GPU, of types that are computed in a wider one.
#pragma once

#include "cuda/queue.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Rounds a total, in the order of the queue. Needs nvcc.
/// @param type of `out`
/// @param total in the type that `out` is computed in
void round_total(cuda_queue& queue, std::uint32_t type, void const* total, void* out);

} // namespace gpu::inline v0::detail
