// SPDX-License-Identifier: Apache-2.0
/// @file
/// Barriers in shared memory that count arrivals of threads and bytes of copies.
#pragma once

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The address as instructions on shared memory expect it.
__device__ __forceinline__ std::uint32_t shared_address(void const* p) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

/// The first multiple of 1024 in the block's shared memory: the 128-byte swizzle repeats there, so
/// that tiles begin there. It is the same in all blocks of a cluster. Kernels with registers to
/// spare make it opaque: otherwise the compiler computes it again for each access.
__device__ __forceinline__ std::uint32_t address_of_tiles(std::uint8_t const* memory) {
    return (shared_address(memory) + 1023) & ~1023u;
}

__device__ __forceinline__ void initialise_barrier(std::uint32_t barrier, std::uint32_t arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals)
                 : "memory");
}

/// Makes initialised barriers visible to the copy engine and to the cluster.
__device__ __forceinline__ void publish_barriers() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Arrives, and adds `bytes` of copies that the phase also waits for.
__device__ __forceinline__ void expect_bytes(std::uint32_t barrier, std::uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

__device__ __forceinline__ void arrive(std::uint32_t barrier) {
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

/// Arrives at the same barrier of another block of the cluster. `.release.cluster` would add a
/// fence of the whole GPU before each arrival; no writes need one.
__device__ __forceinline__ void arrive_at(std::uint32_t barrier, std::uint32_t rank) {
    asm volatile("{\n.reg .b32 r;\n"
                 "mapa.shared::cluster.u32 r, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [r];\n}" ::"r"(barrier),
                 "r"(rank)
                 : "memory");
}

/// Arrives at the same barrier of all blocks of a cluster that load what a stage holds.
/// @param place of this block, see cluster_place
/// @param thread index in the group that arrives once
template <class Place>
__device__ __forceinline__ void release_stage(Place const& place, std::uint32_t barrier,
                                              unsigned thread) {
    if constexpr (Place::mates > 1) {
        if (thread < Place::mates) arrive_at(barrier, place.mate(thread));
    } else if (thread == 0) arrive(barrier);
}

/// Waits until the phase with this parity has ended.
__device__ __forceinline__ void wait(std::uint32_t barrier, std::uint32_t parity) {
    std::uint32_t passed = 0;
    while (passed == 0)
        asm volatile("{\n.reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(passed)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}

/// Like `wait`, for a phase that other blocks of the cluster complete by sending data.
__device__ __forceinline__ void wait_to_receive(std::uint32_t barrier, std::uint32_t parity) {
    std::uint32_t passed = 0;
    while (passed == 0)
        asm volatile("{\n.reg .pred p;\n"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(passed)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}

/// The current stage of a ring of buffers with a barrier each, and the parity of the current round.
template <int Stages>
struct ring {
    int stage = 0;
    std::uint32_t parity = 0;

    __device__ __forceinline__ void advance() {
        if (++stage == Stages) {
            stage = 0;
            parity ^= 1;
        }
    }
    __device__ __forceinline__ void advance_by(int count) {
        int const rounds = (stage + count) / Stages;
        stage = stage + count - rounds * Stages;
        parity ^= rounds & 1;
    }
};

} // namespace gpu::inline v0::sm90
