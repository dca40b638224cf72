// SPDX-License-Identifier: Apache-2.0
/// @file
/// Says why a sort runs by another kernel than that of its policy.
#pragma once

#include "call/names.hpp"
#include "call/placement.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Why another kernel than the policy's strategy runs; empty if none does. Throws if the device has
/// none for the strategy.
inline std::string fallback_text(sort_request const& request, placement const& where,
                                 strategy_facts const& strategy) {
    if (is_by_vendor(request) && where.device == simulated_id)
        throw unsupported_operator("the simulated device has no vendor library");
    if (where.device != host_id || strategy.is_automatic) return where.fallback;
    std::string const text = "the host has no " + std::string(strategy.name) +
                             " kernel and sorts by " +
                             (request.projection != nullptr ? "merges" : "digits");
    return where.fallback.empty() ? text : where.fallback + "; " + text;
}

} // namespace gpu::inline v0::detail
