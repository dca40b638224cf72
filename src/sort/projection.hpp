// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches sorts of elements of any type by keys, which are computed or are fields.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/sort_request.hpp>

namespace gpu::inline v0::detail {

/// Sorts the elements of a request whose numbers are checked, and which has a projection. Throws
/// before anything is launched if the request is wrong.
void sort_by_projection(sort_request const& given, strategy_facts const& strategy,
                        call_result& ran);

} // namespace gpu::inline v0::detail
