// SPDX-License-Identifier: Apache-2.0
/// @file
/// Helpers for clusters, barriers of warps, register allocation and dependent launches.
#pragma once

#include "cluster_place.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The rank of the block in its cluster of `Blocks` blocks.
template <int Blocks>
__device__ __forceinline__ int cluster_rank() {
    std::uint32_t rank = 0;
    if constexpr (Blocks > 1) asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return static_cast<int>(rank);
}

/// The place of the block in its cluster.
template <int Rows, int Columns>
__device__ __forceinline__ cluster_place<Rows, Columns> place_in_cluster() {
    int const rank = cluster_rank<Rows * Columns>();
    return {rank / Columns, rank % Columns};
}

/// Arrives at the barrier of the cluster. Without `.release`, which would be a fence of the whole
/// GPU: publish_barriers has already published the only data needed.
__device__ __forceinline__ void arrive_at_cluster() {
    asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
}

/// Arrives, and makes earlier writes to shared memory visible to the cluster.
__device__ __forceinline__ void publish_to_cluster() {
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
}

__device__ __forceinline__ void wait_for_cluster() {
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

/// Waits for all threads of a cluster of `Blocks` blocks.
template <int Blocks>
__device__ __forceinline__ void sync_cluster() {
    if constexpr (Blocks > 1) {
        arrive_at_cluster();
        wait_for_cluster();
    } else __syncthreads();
}

/// The address of the same variable in another block of the cluster.
__device__ __forceinline__ std::uint32_t address_in(std::uint32_t address, std::uint32_t rank) {
    std::uint32_t other;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(address), "r"(rank));
    return other;
}

/// Stores 16 bytes in another block's shared memory; `barrier` in that block counts them.
__device__ __forceinline__ void send(std::uint32_t to, std::uint32_t x, std::uint32_t y,
                                     std::uint32_t z, std::uint32_t w, std::uint32_t barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
                 "[%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
                 "r"(x), "r"(y), "r"(z), "r"(w), "r"(barrier)
                 : "memory");
}

/// Barrier for `threads` threads of the block.
__device__ __forceinline__ void wait_for_warps(int barrier, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/// Lets other warps pass wait_for_warps, without waiting for them.
__device__ __forceinline__ void pass_warps(int barrier, int threads) {
    __syncwarp();
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/// Chooses one lane of a warp, all of whose lanes call this. ptxas then knows that a single lane
/// continues. After a comparison of threadIdx.x, it makes a loop over active lanes for each load.
__device__ __forceinline__ bool is_elected() {
    std::uint32_t elected;
    asm volatile("{\n.reg .pred p;\n"
                 "elect.sync _|p, 0xffffffff;\n"
                 "selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(elected));
    return elected != 0;
}

/// Raises the warpgroup's registers per thread; give_registers lowers them.
template <int Registers>
__device__ __forceinline__ void take_registers() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ __forceinline__ void give_registers() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

/// Programmatic dependent launch: the next kernel may start. It must wait before it reads or writes
/// memory, but may copy lines to the L2 cache. In each launch some thread must wait. Otherwise the
/// kernel could end before the one ahead of it, and the one after it would not know.
__device__ __forceinline__ void let_next_kernel_start() {
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
__device__ __forceinline__ void wait_for_previous_kernel() {
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

} // namespace gpu::inline v0::sm90
