// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches find, any_of, equal and their relatives: check the request, choose the device, stage,
/// run.
#pragma once

#include <gpualgo/abi/find_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_find(find_request const& request, call_result& ran);

/// "gpu::find_if"
std::string_view function_of(find_request const& request);

/// Describes a request in messages: "gpu::find_if(automatic, n = 1000, float)".
/// @param failing a request whose numbers may be wrong
std::string described(find_request const& failing);

} // namespace gpu::inline v0::detail
