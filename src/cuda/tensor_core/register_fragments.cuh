// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loads fragments of an MN-major operand from shared memory to registers, transposed for wgmma.
#pragma once

#include "descriptor.hpp"
#include "element_types.hpp"
#include "register_kernels.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Loads four transposed 8 by 8 matrices of pairs of bytes; each lane passes the address of one
/// row.
__device__ __forceinline__ void load_transposed(std::uint32_t (&r)[4], std::uint32_t from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(from)
                 : "memory");
}

__device__ __forceinline__ void load_two_words(std::uint32_t& first, std::uint32_t& second,
                                               std::uint32_t from) {
    asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                 : "=r"(first), "=r"(second)
                 : "r"(from)
                 : "memory");
}

/// Fragments of an MN-major operand for wgmma, of 64 elements by 32 bytes along k.
template <class Value>
class register_fragments;

/// Lane l of a warp has elements 2 (l / 4) and the next, so that its sums are adjacent in C.
template <>
class register_fragments<std::int8_t> {
public:
    static constexpr int boxes = 1;             ///< side by side in a tile, 128 bytes wide
    static constexpr bool has_two_runs = false; ///< whether a warp's elements are not adjacent

    /// @param warp in the two warpgroups, 0 to 7: each has 16 of the tile's 128 elements
    __device__ __forceinline__ explicit register_fragments(unsigned warp) {
        unsigned const lane = threadIdx.x % 32;
        unsigned const k = transposing_row(lane);
        offset_ = k * 128 + ((warp ^ (k & 7)) << 4);
        bool const is_lower = lane % 4 < 2;
        even_ = is_lower ? 0x6420 : 0x2064;
        odd_ = is_lower ? 0x7531 : 0x3175;
    }

    /// The first of the lane's two elements.
    static __device__ __forceinline__ int element(unsigned warp) {
        return static_cast<int>(warp * 16 + threadIdx.x % 32 / 4 * 2);
    }

    /// @param tile 128 lines along k, 128 bytes each
    /// @param step index of the 32 of k
    __device__ __forceinline__ void load(std::uint32_t (&fragment)[4], std::uint32_t tile,
                                         int step) const {
        std::uint32_t r[4];
        load_transposed(r, tile + offset_ + step * 32 * 128);
        fragment[0] = __byte_perm(r[0], r[1], even_);
        fragment[1] = __byte_perm(r[0], r[1], odd_);
        fragment[2] = __byte_perm(r[2], r[3], even_);
        fragment[3] = __byte_perm(r[2], r[3], odd_);
    }

private:
    std::uint32_t offset_, even_, odd_;
};

/// A lane loads two adjacent elements of one line along k at a time, see pair_of_lane.
template <>
class register_fragments<tf32> {
public:
    static constexpr int boxes = 4;
    static constexpr bool has_two_runs = true;

    __device__ __forceinline__ explicit register_fragments(unsigned warp) {
        unsigned const in_box = pair_of_lane(warp, threadIdx.x % 32) % 32, k = threadIdx.x % 4;
        offset_ = warp / 2 * 4096 + swizzled(k * 128 + in_box * 4);
    }

    static __device__ __forceinline__ int element(unsigned warp) {
        return static_cast<int>(pair_of_lane(warp, threadIdx.x % 32));
    }

    /// @param tile four boxes of 32 lines along k, 128 bytes each
    /// @param step index of the 8 of k
    __device__ __forceinline__ void load(std::uint32_t (&fragment)[4], std::uint32_t tile,
                                         int step) const {
        std::uint32_t const from = tile + offset_ + step * 8 * 128;
        load_two_words(fragment[0], fragment[1], from);
        // 4 lines further; the swizzle then moves it by 4 chunks
        load_two_words(fragment[2], fragment[3], (from ^ 64) + 4 * 128);
    }

private:
    std::uint32_t offset_;
};

} // namespace gpu::inline v0::sm90
