// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches min_element, max_element and minmax_element: check the request, choose the device,
/// stage, run.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_extrema(extrema_request const& request, call_result& ran);

/// "gpu::min_element"
std::string_view function_of(extrema_request const& request);

/// Describes a request in messages: "gpu::min_element(automatic, n = 1000, float)"; ", greater"
/// follows the type if the order is descending.
/// @param failing a request whose numbers may be wrong
std::string described(extrema_request const& failing);

} // namespace gpu::inline v0::detail
