// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a request for transform_reduce to the device that runs it: check, choose the device, stage,
/// run.
#pragma once

#include <gpualgo/abi/transform_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched where the request is wrong; then `ran` has no
/// meaning.
void dispatch_transform_reduce(transform_request const& request, call_result& ran);

/// What a message says of a request: "gpu::transform_reduce(automatic, n = 1000, float, plus of
/// square)".
/// @param failing a request whose numbers may be wrong
std::string described(transform_request const& failing);

} // namespace gpu::inline v0::detail
