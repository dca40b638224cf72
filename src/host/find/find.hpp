// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches ranges for their first match on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/find_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request; its range is not empty.
/// @param set must satisfy is_usable
void find_on_host(find_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
