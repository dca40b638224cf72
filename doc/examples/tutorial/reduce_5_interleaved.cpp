// SPDX-License-Identifier: Apache-2.0
/// Step 5 of the reduction: contiguous threads add contiguous elements.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <numeric>
#include <vector>

int main() {
    int const threads = 512;
    std::vector<int> x(threads);
    std::iota(x.begin(), x.end(), 1);

    // Thread t adds the element that is `stride` further on, and the stride halves.
    auto values = x;
    int steps = 0, divergent = 0;
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        for (int thread = 0; thread < stride; ++thread) values[thread] += values[thread + stride];
        int const warps = (stride + 31) / 32;
        steps += warps;
        divergent += stride % 32 != 0; // only the last warp may be partly active
    }
    std::cout << "by hand: sum " << values[0] << "; " << divergent << " of " << steps
              << " warp-steps diverge\n";

    auto const policy = gpu::interleaved.block_size(threads);
    std::cout << "the kernel: sum " << gpu::reduce(policy.on(gpu::device::simulated()), x) << '\n';
    auto const counts = gpu::explain(policy, gpu::problem::reduce<int>(threads));
    for (auto const& line : counts)
        if (line.counts.steps == 20)
            std::cout << line.counts.divergent_steps << " of " << line.counts.steps
                      << " warp-steps diverge, with a conflict degree of "
                      << line.counts.shared_loads.conflict_degree() << '\n';
}
//! [program]
