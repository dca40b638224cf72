// SPDX-License-Identifier: Apache-2.0
/// @file
/// A line a call on stderr, where the environment variable GPUALGO_LOG is 1.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <string_view>

namespace gpu::inline v0::detail {

/// Whether calls are logged. Reads the environment once.
bool is_logged() noexcept;

/// Writes "gpualgo: CALL: DEVICE, STRATEGY, KERNEL, N bytes", or what failed. Nothing where there
/// is no memory for the line.
/// @param call what was called, with what
/// @param strategy the policy's name
void log_call(std::string_view call, std::string_view strategy, call_result const& ran) noexcept;

} // namespace gpu::inline v0::detail
