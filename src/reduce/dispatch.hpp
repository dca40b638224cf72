// SPDX-License-Identifier: Apache-2.0
/// @file
/// From the request of a reduction to the device that runs it: check, choose the device, stage,
/// run.
#pragma once

#include "call/placement.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs the most frequent kind of request: by `automatic` without options, of elements as they are,
/// in memory of the host. Nothing can fail then, and the reduction itself is nearly all the work.
/// @return whether it is of that kind; if not, nothing was done
bool dispatch_fast_path(reduce_request const& request, call_result& ran) noexcept;

/// Runs a request. Throws before anything is launched if the request is wrong; then `ran` has no
/// meaning.
void dispatch_reduce(reduce_request const& request, call_result& ran);

/// Throws if a total cannot stay where the request wants it.
void check_into(reduce_request const& request, placement const& where);

/// The function of the program: "gpu::transform_reduce".
std::string_view function_of(reduce_request const& request);

/// Names a request in messages: "gpu::reduce(interleaved, n = 1000, int32, plus)".
/// @param failing a request whose numbers may be wrong
std::string described(reduce_request const& failing);

/// The device that a reduction's ranges belong to, or none if they are plain memory of the host. An
/// empty range is nowhere, unless the request says so: it counts as one of where its total goes.
/// Throws std::invalid_argument if two ranges are not on one device.
std::optional<device_id> owner_of_ranges(reduce_request const& request);

} // namespace gpu::inline v0::detail
