// SPDX-License-Identifier: Apache-2.0
/// Kernels of a program on a GPU give what they give on the simulated device.
#include "own_kernels_on_gpu.hpp"

#include <gpualgo/cuda.cuh>
#include <gpualgo/simulated.hpp>

namespace {

/// Ranks and sizes of all groups, a sum by the last block, and aggregated increments.
struct groups {
#pragma nv_exec_check_disable
    template <class Context, class Out, class Sums, class Counter>
    __host__ __device__ void operator()(Context const& c, Out out, Sums sums,
                                        Counter counter) const {
        auto const block = c.block();
        auto const rank = block.thread_rank();
        auto const i = c.block_rank() * block.num_threads() + rank;
        auto const at = block.thread_index();
        auto const in = block.group_index();
        unsigned seen = at.x + 7 * at.y + 49 * at.z + 1000 * (in.x + 2 * in.y + 6 * in.z);
        auto const tile = tiled_partition<8>(block);
        seen = seen * 31 + tile.thread_rank() + tile.meta_group_rank();
        auto const small = tiled_partition<2>(tile);
        seen = seen * 31 + small.shfl_xor(rank, 1) + tile.shfl_up(rank, 1);
        auto const part = labeled_partition(tile, static_cast<int>(rank % 3));
        seen = seen * 31 + part.thread_rank() + 10 * part.meta_group_rank() + part.size();
        auto const half = binary_partition(part, rank % 2 == 0);
        seen = seen * 31 + half.thread_rank() + 10 * half.meta_group_rank() + half.ballot(true);
        seen = seen * 31 + tile.match_any(rank / 3) + tile.ballot(rank % 5 == 0);
        if (rank % 2 == 0) {
            auto const active = c.coalesced_threads();
            if (active.thread_rank() == 0) counter.fetch_add(0, static_cast<int>(active.size()));
        }
        out.put(i, seen);
        if (rank == 0) sums.put(1 + c.block_rank(), seen);
        if (!c.is_last_block() || rank != 0) return;
        unsigned sum = 0;
        for (unsigned b = 0; b < c.num_blocks(); ++b) sum += sums.get(1 + b);
        sums.put(0, sum);
    }
};

template <class Run>
own_results results_on(gpu::device where, Run run) {
    gpu::launch_shape const shape{.grid = {2, 3, 2}, .block = {4, 4, 6}};
    gpu::device_vector<unsigned> out(12 * 96, 0, where), sums(13, 0, where);
    gpu::device_vector<int> counter(1, 0, where);
    run(shape, groups(), out, sums, counter);
    return {out.to_host(), sums.to_host(), counter.to_host()[0]};
}

} // namespace

own_results own_kernel_on_gpu() {
    return results_on(gpu::device::cuda(), [](auto const& shape, auto const& body, auto&... x) {
        gpu::launch(shape, body, x...);
    });
}

own_results own_kernel_simulated() {
    return results_on(gpu::device::simulated(),
                      [](auto const& shape, auto const& body, auto&... x) {
                          (void)gpu::simulated::launch(shape, body, x...);
                      });
}

void launch_on_host_memory() {
    std::vector<int> x(1);
    gpu::launch({.block = 32}, groups(), x, x, x);
}
