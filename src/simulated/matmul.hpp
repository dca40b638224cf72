// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of matrices on the simulated device.
#pragma once

#include <gpualgo/detail/matmul_request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked request, see backend.hpp.
void matmul(detail::matmul_request const& request, detail::outcome& ran);

} // namespace gpu::inline v0::simulated
