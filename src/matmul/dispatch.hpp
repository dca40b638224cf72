// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches a product of matrices: check the request, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_matmul(matmul_request const& request, call_result& ran);

/// The public function that makes such requests.
std::string_view function_of(matmul_request const& request);

/// Describes a request in messages: "gpu::matmul(shared_tile, A 3x4 * B 4x5 = C 3x5, half to
/// float)".
/// @param failing a request whose numbers may be wrong
std::string described(matmul_request const& failing);

} // namespace gpu::inline v0::detail
