// SPDX-License-Identifier: Apache-2.0
/// Step 3 of the reduction: the same pairs, added by contiguous threads.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <array>
#include <iostream>

int main() {
    int const threads = 512;
    int steps = 0, divergent = 0, wavefronts = 0;
    for (int stride = 1; stride < threads; stride *= 2) {
        int const pairs =
            threads / (2 * stride); // thread t adds the pair that begins at 2 * stride * t
        for (int warp = 0; warp < pairs; warp += 32) {
            int const active = std::min(32, pairs - warp);
            ++steps;
            divergent += active < 32;
            // Two elements of 4 bytes are in the same bank if they are a multiple of 32 apart.
            std::array<int, 32> words{};
            for (int lane = 0; lane < active; ++lane) ++words[2 * stride * (warp + lane) % 32];
            wavefronts += *std::max_element(words.begin(), words.end());
        }
    }
    std::cout << "by hand: " << divergent << " of " << steps << " warp-steps diverge; "
              << wavefronts << " wavefronts for " << steps << " stores\n";

    auto const policy = gpu::neighbored_less.block_size(threads);
    auto const counts = gpu::explain(policy, gpu::problem::reduce<int>(threads));
    for (auto const& line : counts)
        if (line.counts.steps == 20)
            std::cout << "the kernel: " << line.counts.divergent_steps << " of "
                      << line.counts.steps << " warp-steps diverge; "
                      << line.counts.shared_stores.wavefronts << " wavefronts for "
                      << line.counts.shared_stores.requests << " stores\n";
}
//! [program]
