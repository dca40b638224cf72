// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches reduce_by_key: check the request, choose the device, stage, run.
#pragma once

#include <gpualgo/abi/reduce_by_key_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request. Throws before anything is launched if the request is wrong, except if an output
/// turns out to be too short. Then some keys may have been written, but no totals.
void dispatch_reduce_by_key(reduce_by_key_request const& request, call_result& ran);

/// "gpu::reduce_by_key"
std::string_view function_of(reduce_by_key_request const& request);

/// Describes a request in messages: "gpu::reduce_by_key(automatic, n = 1000, int32, float, plus)".
/// @param failing a request whose numbers may be wrong
std::string described(reduce_by_key_request const& failing);

} // namespace gpu::inline v0::detail
