// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans ranges on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/scan_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request with n > 0, in the canonical order for every strategy.
/// @param set must satisfy is_usable
void scan_on_host(scan_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
