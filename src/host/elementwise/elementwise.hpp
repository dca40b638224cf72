// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elementwise algorithms on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/elementwise_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request on n > 0 elements.
/// @param set must satisfy is_usable
void run_elementwise_on_host(elementwise_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
