// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds and sorts the elements at the front of an order on the host's cores.
#pragma once

#include <gpualgo/abi/top_k_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request that writes elements.
void find_top_k_on_host(top_k_request const& request);

} // namespace gpu::inline v0::detail
