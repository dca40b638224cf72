// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks elementwise requests and runs them on their device.
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/abi/elementwise_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Runs a request. Throws the exceptions of gpualgo/error.hpp and std::invalid_argument.
void dispatch_elementwise(elementwise_request const& request, call_result& ran);

/// Names a call in messages.
std::string described(elementwise_request const& r);

} // namespace gpu::inline v0::detail
