// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections by expressions on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/select_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked selection whose predicate is an expression, see call/backend.hpp. Makes its
/// kernel only if n = 0.
void select_by_expression(cuda_queue& queue, select_request const& request);

} // namespace gpu::inline v0::detail
