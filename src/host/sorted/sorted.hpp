// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges, searches of sorted ranges and histograms on the host's cores.
#pragma once

#include <gpualgo/abi/sorted_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request; its output is not empty.
void run_sorted_on_host(sorted_request const& request);

} // namespace gpu::inline v0::detail
