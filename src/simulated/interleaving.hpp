// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches whose blocks wait for each other.
#pragma once

#include "launch.hpp"

namespace gpu::inline v0::simulated {

/// Runs a launch on the calling thread. At most `resident_blocks` blocks run at once, and another
/// one starts when one of them ends, as on a GPU. The seed says which block starts next, and after
/// each step which one continues. So some blocks fall far behind others. Throws a finding if all
/// running blocks wait for others.
void run_interleaved(launch_state& launch);

} // namespace gpu::inline v0::simulated
