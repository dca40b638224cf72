// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a request to the device that runs it: check, choose the device, stage, run.
#pragma once

#include <gpualgo/detail/request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Runs a request of the kind that most are: by `automatic` without options, of memory of the host. Nothing can fail then, and
/// little is left to do beside the reduction itself.
/// @return whether it is of that kind; if not, nothing was done
bool dispatch_plain(reduce_request const& request, outcome& ran) noexcept;

/// Runs a request. Throws before anything is launched where the request is wrong; then `ran` has no meaning.
void dispatch_reduce(reduce_request const& request, outcome& ran);

/// What a message says of a request: "gpu::reduce(interleaved, n = 1000, int32, plus)".
/// @param failing a request whose numbers may be wrong
std::string described(reduce_request const& failing);

} // namespace gpu::inline v0::detail
