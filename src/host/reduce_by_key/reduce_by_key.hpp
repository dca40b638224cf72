// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by key on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/reduce_by_key_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request, whose range is not empty. Writes nothing but the number of runs if there
/// is not enough room.
/// @param set must satisfy is_usable
void reduce_by_key_on_host(reduce_by_key_request const& request, instruction_set set);

/// @return the number of runs of a checked request
std::size_t count_runs_on_host(reduce_by_key_request const& request);

} // namespace gpu::inline v0::detail
