// SPDX-License-Identifier: Apache-2.0
/// Step 2 of the scan: totals go up a tree, and prefixes come down.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <iostream>

int main() {
    constexpr unsigned threads = 256;
    // By hand: a step up combines pairs of totals; a step down completes those between.
    unsigned steps = 0, additions = 0, stride = 1;
    for (; stride < threads; stride *= 2, ++steps) additions += threads / (2 * stride);
    for (stride /= 2; stride > 0; stride /= 2, ++steps) additions += threads / (2 * stride) - 1;
    std::cout << "by hand: " << steps << " steps, " << additions << " additions\n";

    auto const counts =
        gpu::explain(gpu::blelloch.block_size(threads), gpu::problem::inclusive_scan<int>(threads));
    gpu::warp_counts fold; // the line that adds two shared elements
    for (auto const& line : counts)
        if (line.counts.shared_loads.requests > fold.shared_loads.requests) fold = line.counts;
    std::cout << "counted: " << fold.thread_steps() << " additions, "
              << counts.total(0).barriers / 8 << " barriers of the block\n"
              << fold.divergent_steps << " of " << fold.steps << " warp-steps diverge, degree "
              << fold.shared_loads.conflict_degree() << '\n';
    return fold.thread_steps() == additions ? 0 : 1;
}
//! [program]
