// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/sort_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked sort, or answers a question; the range is not empty.
/// @param set must satisfy is_usable
void sort_on_host(sort_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
