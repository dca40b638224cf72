// SPDX-License-Identifier: Apache-2.0
/// @file
/// All reductions of the host, by the numbers of a request.
#pragma once

#include "call/tabulate.hpp"
#include "host/instruction_set.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>

namespace gpu::inline v0::detail {

/// Runs a checked request, n > 0, in the canonical order whatever its strategy.
/// @param set is_usable
void reduce_on_host(reduce_request const& request, instruction_set set);

/// A reduction of known types.
using reduction = void (*)(reduce_request const& request, instruction_set set);

/// Reductions by the numbers of element and operator; null if a combination is not listed.
using reduction_table = table_by<reduction, types, operators>;

/// The reductions to T. One source file or another instantiates them for every type that totals are
/// computed in: they share the compilation.
template <class T>
struct reductions_to {
    static reduction_table const table; ///< all of them
};

} // namespace gpu::inline v0::detail
