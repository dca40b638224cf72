// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the first match by expressions on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/find_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked search whose predicate is an expression, see call/backend.hpp. Makes its kernel
/// only if n = 0.
void find_by_expression(cuda_queue& queue, find_request const& request);

} // namespace gpu::inline v0::detail
