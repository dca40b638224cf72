// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels of programs on the simulated device.
#pragma once

#include "launch.hpp"

#include <gpualgo/abi/launch_request.hpp>

namespace gpu::inline v0::simulated {

/// Checks a request, and runs its kernel.
/// @return what it has counted
/// @throws std::invalid_argument for wrong shapes and memory, before anything runs
/// @throws gpu::out_of_memory, before anything runs
/// @throws finding
counted_launch run_program_kernel(detail::simulated_launch_request const& request);

} // namespace gpu::inline v0::simulated
