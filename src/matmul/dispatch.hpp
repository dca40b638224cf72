// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a request for a product to the device that runs it: check, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched where the request is wrong; then `ran` has no
/// meaning.
void dispatch_matmul(matmul_request const& request, call_result& ran);

/// What a message says of a request: "gpu::matmul(shared_tile, A 3x4 * B 4x5 = C 3x5, half to
/// float)".
/// @param failing a request whose numbers may be wrong
std::string described(matmul_request const& failing);

} // namespace gpu::inline v0::detail
