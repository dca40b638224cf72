// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds and sorts the elements at the front of an order on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/top_k_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request that writes elements.
/// @param set must satisfy is_usable
void find_top_k_on_host(top_k_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
