// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/sort_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked sort, or answers a question, and waits. Compiled in instances/sort.cu.
void sort_on_gpu(cuda_queue& queue, sort_request const& request);

} // namespace gpu::inline v0::detail
