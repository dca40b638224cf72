// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dispatches reductions: check the request, choose the device, stage, run.
#pragma once

#include "call/placement.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs the most frequent kind of request: `automatic` without options or transform, on host
/// memory. It cannot fail, and almost all its time goes into the reduction itself.
/// @return whether the request is of that kind; if not, nothing was done
bool dispatch_fast_path(reduce_request const& request, call_result& ran) noexcept;

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` is
/// meaningless.
void dispatch_reduce(reduce_request const& request, call_result& ran);

/// Checks a request and chooses its device. Throws if it is wrong.
placement prepare_reduction(reduce_request& request, call_result& ran);

/// Throws if the result cannot be written to `into` by a call that runs there.
void check_into(reduce_request const& request, placement const& where);

/// The function that the program called: "gpu::transform_reduce".
std::string_view function_of(reduce_request const& request);

/// Describes a request in messages: "gpu::reduce(interleaved, n = 1000, int32, plus)".
/// @param failing a request whose numbers may be wrong
std::string described(reduce_request const& failing);

/// The device that a reduction's ranges belong to, or none if they are plain host memory. An empty
/// range without a device in the request counts as lying on the device of `into`. Throws
/// std::invalid_argument if two ranges are not on one device.
std::optional<device_id> owner_of_ranges(reduce_request const& request);

} // namespace gpu::inline v0::detail
