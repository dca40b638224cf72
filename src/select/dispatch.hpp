// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches count_if, copy_if, partition_copy and their relatives: check the request, choose the
/// device, stage, run.
#pragma once

#include <gpualgo/abi/select_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong, except if an output
/// turns out to be too short. Then it throws after as many elements are written as fit.
void dispatch_select(select_request const& request, call_result& ran);

/// "gpu::copy_if"
std::string_view function_of(select_request const& request);

/// Describes a request in messages: "gpu::copy_if(automatic, n = 1000, float)".
/// @param failing a request whose numbers may be wrong
std::string described(select_request const& failing);

} // namespace gpu::inline v0::detail
