// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fills a policy's report from the library's result.
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/report.hpp>

#include <string_view>

namespace gpu::inline v0::detail {

/// @param strategy the policy's name
inline void fill_report(report& filled, call_result const& ran, std::string_view strategy) {
    filled.device = device(ran.device);
    filled.strategy = strategy;
    filled.kernel = ran.kernel;
    filled.grid = ran.grid;
    filled.block = ran.block;
    filled.bytes = ran.bytes;
    filled.fallback = ran.message;
}

} // namespace gpu::inline v0::detail
