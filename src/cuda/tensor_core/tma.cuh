// SPDX-License-Identifier: Apache-2.0
/// @file
/// The copy engine (TMA) for boxes of matrices. A map describes several matrices of one shape.
/// Parts of a box outside its matrix are read as zeros, which count as copied bytes, and are not
/// written.
#pragma once

#include "operand_maps.hpp"

#include <cuda.h>

#include <cstdint>

namespace gpu::inline v0::sm90 {

__device__ __forceinline__ void prefetch_map(CUtensorMap const* map) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

template <major Major>
__device__ __forceinline__ void prefetch_maps(operand_maps<Major> const& maps) {
    prefetch_map(&maps.whole);
    if constexpr (Major == major::k) prefetch_map(&maps.last);
}

/// Copies a box to shared memory; `barrier` counts its bytes.
/// @param x first element along the matrix's contiguous dimension
/// @param y first line
__device__ __forceinline__ void load_box(std::uint32_t to, CUtensorMap const* map,
                                         std::uint32_t barrier, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(to),
                 "l"(map), "r"(barrier), "r"(x), "r"(y)
                 : "memory");
}

/// Copies a box of one of several matrices.
/// @param z index of the matrix
__device__ __forceinline__ void load_box(std::uint32_t to, CUtensorMap const* map,
                                         std::uint32_t barrier, int x, int y, int z) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to),
                 "l"(map), "r"(barrier), "r"(x), "r"(y), "r"(z)
                 : "memory");
}

/// Begins to copy a box to the L2 cache. The previous kernel may still write to it: the cache
/// receives that, too. Kernels that start early do so with the boxes of their first step. With more
/// of them, the first copies to shared memory would wait for the copy engine.
__device__ __forceinline__ void prefetch_box(CUtensorMap const* map, int x, int y) {
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(map), "r"(x),
                 "r"(y)
                 : "memory");
}

/// The same for a box of one of several matrices.
/// @param z index of the matrix
__device__ __forceinline__ void prefetch_box(CUtensorMap const* map, int x, int y, int z) {
    asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global [%0, {%1, %2, %3}];" ::"l"(map),
                 "r"(x), "r"(y), "r"(z)
                 : "memory");
}

/// Copies a box to the same offset in each block of the cluster in `mask`.
__device__ __forceinline__ void multicast_box(std::uint32_t to, CUtensorMap const* map,
                                              std::uint32_t barrier, std::uint16_t mask, int x,
                                              int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to),
                 "l"(map), "r"(barrier), "r"(x), "r"(y), "h"(mask)
                 : "memory");
}

/// The same for a box of one of several matrices.
/// @param z index of the matrix
__device__ __forceinline__ void multicast_box(std::uint32_t to, CUtensorMap const* map,
                                              std::uint32_t barrier, std::uint16_t mask, int x,
                                              int y, int z) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(to),
                 "l"(map), "r"(barrier), "r"(x), "r"(y), "r"(z), "h"(mask)
                 : "memory");
}

/// Copies a box from shared memory to matrix z of C, as a bulk group of one copy.
__device__ __forceinline__ void store_box(CUtensorMap const* map, std::uint32_t from, int x, int y,
                                          int z) {
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group "
                 "[%0, {%2, %3, %4}], [%1];\n"
                 "cp.async.bulk.commit_group;" ::"l"(map),
                 "r"(from), "r"(x), "r"(y), "r"(z)
                 : "memory");
}

/// Waits until all but the last `Pending` groups have read shared memory.
template <int Pending>
__device__ __forceinline__ void wait_for_reads_of_stores() {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

/// Waits until all groups have been written.
__device__ __forceinline__ void wait_for_stores() {
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Makes this thread's writes to shared memory visible to the copy engine and the tensor cores.
__device__ __forceinline__ void publish_to_engines() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

} // namespace gpu::inline v0::sm90
