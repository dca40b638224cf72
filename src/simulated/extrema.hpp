// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the ends of a range on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/detail/extrema_request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked request, see ../backend.hpp. The queue has been given the range.
void find_extrema(queue& queue, detail::extrema_request const& request);

} // namespace gpu::inline v0::simulated
