// SPDX-License-Identifier: Apache-2.0
/// @file
/// All reductions of the host, by the numbers of a request.
#pragma once

#include "instruction_set.hpp"

#include <gpualgo/detail/request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request, n > 0, in the canonical order whatever its strategy.
/// @param set is_usable
void reduce_on_host(reduce_request const& request, instruction_set set);

/// Runs a checked request whose accumulator is T. One source file or another instantiates it for
/// every listed type: they share the compilation.
template <class T>
void reduce_to(reduce_request const& request, instruction_set set);

} // namespace gpu::inline v0::detail
