// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions of transformed elements on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/detail/transform_request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked request, see ../backend.hpp, on a queue of its own.
void transform_reduce(queue& queue, detail::transform_request const& request);

} // namespace gpu::inline v0::simulated
