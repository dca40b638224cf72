// SPDX-License-Identifier: Apache-2.0
/// A kernel of the program, checked and counted without a GPU.
//! [program]
#include <gpualgo/simulated.hpp>

#include <cstdio>
#include <iostream>
#include <vector>

/// Reverses each block's part of an array through shared memory.
struct reverse_blocks {
    bool has_barrier;

    template <class Context, class In, class Out>
    void operator()(Context const& context, In in, Out out) const {
        auto const block = context.block();
        auto const shared = context.template shared<float>();
        unsigned const rank = block.thread_rank();
        auto const first = context.block_rank() * block.num_threads();
        shared.put(rank, in.get(first + rank));
        if (has_barrier) block.sync();
        out.put(first + rank, shared.get(block.num_threads() - 1 - rank));
    }
};

int main() {
    std::vector<float> x(1024), y(1024);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
    gpu::launch_shape const shape{
        .grid = 8, .block = 128, .shared_bytes = 128 * sizeof(float), .name = "reverse_blocks"};

    try {
        (void)gpu::simulated::launch(shape, reverse_blocks{false}, x, gpu::unwritten(y));
        return 1;
    } catch (gpu::simulated::finding const& found) {
        std::printf("%s\n", found.what()); // a race, with both lines
    }
    auto const counts = gpu::simulated::launch(shape, reverse_blocks{true}, x, gpu::unwritten(y));
    std::cout << counts; // a row for each line that accesses memory
    return y[0] == 127 && counts.total().shared_loads.conflict_degree() == 1 ? 0 : 1;
}
//! [program]
