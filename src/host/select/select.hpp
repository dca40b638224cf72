// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts, copies and partitions selected elements on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/select_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request, in the order of its range, which is not empty.
/// @param set must satisfy is_usable
void select_on_host(select_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
