// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches scans: check the request, choose the device, stage, run.
#pragma once

#include "names.hpp"

#include <gpualgo/abi/scan_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_scan(scan_request const& request, call_result& ran);

/// The function that the program called: "gpu::inclusive_scan".
std::string_view function_of(scan_request const& request);

/// Describes a request in messages: "gpu::inclusive_scan(automatic, n = 1000, float, plus)".
/// @param failing a request whose numbers may be wrong
std::string described(scan_request const& failing);

} // namespace gpu::inline v0::detail
