// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical reduction of transformed elements on the host's cores.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/reduce_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request with n > 0, in the canonical order for every strategy.
/// @param set must satisfy is_usable
void transform_reduce_on_host(reduce_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
