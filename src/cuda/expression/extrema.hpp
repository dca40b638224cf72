// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for extrema by keys that are expressions, on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/extrema_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked search by keys, see call/backend.hpp. Makes its kernel only if n = 0.
void find_extrema_by_keys(cuda_queue& queue, extrema_request const& request);

} // namespace gpu::inline v0::detail
