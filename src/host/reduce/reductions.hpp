// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches all reductions of the host by the numbers in a request.
#pragma once

#include "call/tabulate.hpp"
#include "host/instruction_set.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request with n > 0, in the canonical order for every strategy.
/// @param set must satisfy is_usable
void reduce_on_host(reduce_request const& request, instruction_set set);

/// A reduction, type-erased.
using reduction = void (*)(reduce_request const& request, instruction_set set);

/// Reductions by the numbers of element type and operator; null if a combination is not listed.
using reduction_table = table_by<reduction, types, operators>;

/// The reductions to T. Several source files instantiate them for the types that are computed in,
/// so that the compilation is shared.
template <class T>
struct reductions_to {
    static reduction_table const table;
};

} // namespace gpu::inline v0::detail
