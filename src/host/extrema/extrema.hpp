// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the ends of a range on the cores of the host.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/extrema_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request, of a range with elements.
/// @param set is_usable
void find_extrema_on_host(extrema_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
