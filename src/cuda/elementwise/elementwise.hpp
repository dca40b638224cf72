// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elementwise algorithms on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/elementwise_request.hpp>

namespace gpu::inline v0::detail {

/// Launches the kernel of a request that moves elements, fills, or writes a sequence; compiled in
/// instances/elementwise.cu.
void launch_moves(cuda_queue& queue, elementwise_request const& request);

/// @name Launch the kernel of a transform of integers, or of floating-point numbers
/// @return false if the elements are of another type
/// @{
bool launch_integer_transform(cuda_queue& queue, elementwise_request const& request);
bool launch_float_transform(cuda_queue& queue, elementwise_request const& request);
/// @}

/// Runs a checked request, and does not wait.
inline void run_elementwise(cuda_queue& queue, elementwise_request const& r) {
    if (static_cast<elementwise_kind>(r.kind) != elementwise_kind::transform)
        return launch_moves(queue, r);
    if (!launch_integer_transform(queue, r)) launch_float_transform(queue, r);
}

} // namespace gpu::inline v0::detail
