// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a request for min_element and its like to the device that runs it: check, choose the
/// device, stage, run.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched where the request is wrong; then `ran` has no
/// meaning.
void dispatch_extrema(extrema_request const& request, call_result& ran);

/// "gpu::min_element"
std::string_view function_of(extrema_request const& request);

/// What a message says of a request: "gpu::min_element(automatic, n = 1000, float)", with ",
/// greater" where that is the order.
/// @param failing a request whose numbers may be wrong
std::string described(extrema_request const& failing);

} // namespace gpu::inline v0::detail
