// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches sorts: check the request, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/sort_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_sort(sort_request const& request, call_result& ran);

/// "gpu::sort"
std::string_view function_of(sort_request const& request);

/// Describes a request in messages: "gpu::sort(automatic, n = 1000, float)"; ", greater" follows
/// the type if the order is descending.
/// @param failing a request whose numbers may be wrong
std::string described(sort_request const& failing);

} // namespace gpu::inline v0::detail
