// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges, searches of sorted ranges and histograms on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/sorted_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request; its output is not empty.
/// @param set must satisfy is_usable
void run_sorted_on_host(sorted_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
