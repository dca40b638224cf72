// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fences, groups and waits for wgmma's asynchronous products.
#pragma once

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Orders other accesses to registers before products that use them.
__device__ __forceinline__ void fence_products() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Closes a group of products.
__device__ __forceinline__ void commit_products() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Waits until at most `Pending` groups are pending.
template <int Pending>
__device__ __forceinline__ void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/// Keeps the compiler from moving uses of accumulators across this point; emits no code.
template <int N>
__device__ __forceinline__ void pin(float (&d)[N]) {
#pragma unroll
    for (int i = 0; i < N; ++i) asm volatile("" : "+f"(d[i])::"memory");
}
template <int N>
__device__ __forceinline__ void pin(std::int32_t (&d)[N]) {
#pragma unroll
    for (int i = 0; i < N; ++i) asm volatile("" : "+r"(d[i])::"memory");
}
template <int N>
__device__ __forceinline__ void pin(std::uint32_t (&d)[N]) {
#pragma unroll
    for (int i = 0; i < N; ++i) asm volatile("" : "+r"(d[i])::"memory");
}
template <class Sum, int Groups, int N>
__device__ __forceinline__ void pin(Sum (&d)[Groups][N]) {
#pragma unroll
    for (int g = 0; g < Groups; ++g) pin(d[g]);
}

} // namespace gpu::inline v0::sm90
