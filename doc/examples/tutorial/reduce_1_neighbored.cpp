// SPDX-License-Identifier: Apache-2.0
/// Step 1 of the reduction: each thread adds its neighbour.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <numeric>
#include <vector>

bool is_active(int thread, int stride) { return thread % (2 * stride) == 0; }

int main() {
    int const threads = 512;
    std::vector<int> x(threads);
    std::iota(x.begin(), x.end(), 1);

    // A block, thread by thread. On a GPU all threads run at once, and a barrier ends each step.
    auto values = x;
    for (int stride = 1; stride < threads; stride *= 2)
        for (int thread = 0; thread < threads; ++thread)
            if (is_active(thread, stride)) values[thread] += values[thread + stride];

    // A warp is 32 threads that run together. It diverges if only some of them are active.
    int steps = 0, divergent = 0;
    for (int stride = 1; stride < threads; stride *= 2)
        for (int warp = 0; warp < threads; warp += 32) {
            int active = 0;
            for (int lane = 0; lane < 32; ++lane) active += is_active(warp + lane, stride);
            steps += active > 0;
            divergent += active > 0 && active < 32;
        }
    std::cout << "by hand: sum " << values[0] << "; " << divergent << " of " << steps
              << " warp-steps diverge\n";

    auto const policy = gpu::neighbored.in(gpu::memory_space::global).block_size(threads);
    std::cout << "the kernel: sum " << gpu::reduce(policy.on(gpu::device::simulated()), x);
    for (auto const& line : gpu::explain(policy, gpu::problem::reduce<int>(threads)))
        if (line.counts.steps == 95)
            std::cout << "; " << line.counts.divergent_steps << " of " << line.counts.steps
                      << " warp-steps diverge\n";
}
//! [program]
