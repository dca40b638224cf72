// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches merge, lower_bound, upper_bound and histogram: check the request, choose the device,
/// stage, run.
#pragma once

#include <gpualgo/abi/sorted_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong.
void dispatch_sorted(sorted_request const& request, call_result& ran);

/// "gpu::merge"
std::string_view function_of(sorted_request const& request);

/// Describes a request in messages: "gpu::merge(automatic, n = 1000, float)".
/// @param failing a request whose numbers may be wrong
std::string described(sorted_request const& failing);

} // namespace gpu::inline v0::detail
