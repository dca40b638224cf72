// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of matrices on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/detail/matmul_request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked request, see ../backend.hpp, on a queue of its own.
void matmul(queue& queue, detail::matmul_request const& request);

} // namespace gpu::inline v0::simulated
