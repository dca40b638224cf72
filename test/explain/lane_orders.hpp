// SPDX-License-Identifier: Apache-2.0
/// @file
/// Two orders in which the simulated device runs the lanes of a warp.
#pragma once

#include <gpualgo/explain.hpp>

#include <cstdlib>

namespace explain_test {

/// Whether the lines of two problems have the same counts in both orders.
inline bool counts_alike_in_other_order(gpu::problem const& a, gpu::problem const& b) {
    auto const explain = [&] {
        auto counts = gpu::explain(gpu::automatic, a);
        auto const more = gpu::explain(gpu::automatic, b);
        counts.lines.insert(counts.lines.end(), more.lines.begin(), more.lines.end());
        return counts;
    };
    auto const first = explain();
    setenv("GPUALGO_SEED", "77", 1);
    auto const other = explain();
    unsetenv("GPUALGO_SEED");
    return other == first;
}

} // namespace explain_test
