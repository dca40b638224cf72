// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled kernels on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/detail/request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked request. The queue has been given the range.
void reduce(queue& queue, detail::reduce_request const& request);

} // namespace gpu::inline v0::simulated
