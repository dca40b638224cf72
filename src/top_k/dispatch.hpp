// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches top_k: check the request, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/top_k_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_top_k(top_k_request const& request, call_result& ran);

/// "gpu::top_k"
std::string_view function_of(top_k_request const& request);

/// Describes a request in messages: "gpu::top_k(automatic, n = 1000, float, k = 10)".
/// @param failing a request whose numbers may be wrong
std::string described(top_k_request const& failing);

} // namespace gpu::inline v0::detail
