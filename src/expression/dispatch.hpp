// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches calls with expressions: check the request, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/expression_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_transform(transform_request const& request, call_result& ran);
void dispatch_fold(fold_request const& request, call_result& ran);
void dispatch_scan_expression(scan_expression_request const& request, call_result& ran);

/// The function that the program called: "gpu::transform".
inline std::string_view function_of(expression_request const& request) { return request.function; }

/// Describes a request in messages: "gpu::transform(automatic, n = 1000)".
/// @param failing a request whose numbers may be wrong
std::string described(expression_request const& failing);

} // namespace gpu::inline v0::detail
