// SPDX-License-Identifier: Apache-2.0
/// @file
/// From a request to the device that runs it: check, choose the device, stage, run.
#pragma once

#include "call/names.hpp"
#include "call/placement.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// Runs a request of the kind that most are: by `automatic` without options, of memory of the host.
/// Nothing can fail then, and little is left to do beside the reduction itself.
/// @return whether it is of that kind; if not, nothing was done
bool dispatch_fast_path(reduce_request const& request, call_result& ran) noexcept;

/// Runs a request. Throws before anything is launched where the request is wrong; then `ran` has no
/// meaning.
void dispatch_reduce(reduce_request const& request, call_result& ran);

/// Runs a request whose result stays on the device.
void dispatch_reduce_into(reduce_request const& request, call_result& ran);

// The steps that both consist of.

/// Checks a request, completes it by what the policy leaves open, and chooses the device. Notes
/// where that is, and why it is not what was wished for: once it runs, there is nothing left to
/// fail.
placement prepare(reduce_request& request, call_result& ran);
/// Runs it, the result being the host's.
void reduce_at(placement const& where, reduce_request request, call_result& ran);
/// The name of a request's policy, which may be one that this library does not know.
std::string_view strategy_of(reduce_request const& request);

/// What a message says of a request: "gpu::reduce(interleaved, n = 1000, int32, plus)".
/// @param failing a request whose numbers may be wrong
/// @param algorithm the function's name
/// @param transform stands behind the operator
std::string described(reduce_request const& failing, std::string_view algorithm = "gpu::reduce",
                      std::string_view transform = {});

/// Throws where this library does not know the numbers of a request, which come from newer headers.
void check_numbers(reduce_request const& request);

/// Throws where a range of the request's size and type cannot begin there.
void check_range(reduce_request const& request, void const* first);

/// Throws where a total cannot be left where the request wants it.
void check_into(reduce_request const& request, placement const& where);

/// Throws where the policy is the vendor's, and what the vendor offers on the device does not serve
/// the request.
void check_vendor(reduce_request const& request, device_id device);

/// Why what ran is not the strategy that the policy names; empty where it is.
std::string reason(placement const& where, strategy_facts const& strategy, bool is_automatic);

} // namespace gpu::inline v0::detail
