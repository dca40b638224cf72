// SPDX-License-Identifier: Apache-2.0
/// @file
/// One line per call on stderr if the environment variable GPUALGO_LOG is 1.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <string_view>

namespace gpu::inline v0::detail {

/// Whether calls are logged. Reads the environment once.
bool is_logged() noexcept;

/// Writes "gpualgo: CALL: DEVICE, STRATEGY, KERNEL, N bytes", or the failure. Writes nothing if
/// there is no memory for the line.
/// @param call the function and its arguments
/// @param strategy the policy's name
void log_call(std::string_view call, std::string_view strategy, call_result const& ran) noexcept;

} // namespace gpu::inline v0::detail
