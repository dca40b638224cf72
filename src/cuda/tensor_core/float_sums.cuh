// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sums of products of planes of bfloat16: 64 by 128 per warpgroup. Tensor cores truncate when they
/// add, so they sum only 32 of k at a time; these sums are added with rounding to nearest.
#pragma once

#include "float_kernels.hpp"
#include "mbarrier.cuh"
#include "wgmma.cuh"
#include "wgmma_16bit.cuh"

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// Descriptors of the first planes of a stage.
template <class TileA, class TileB>
struct stage_descriptors {
    std::uint64_t a, b;

    /// Starts the product of a plane of A and a plane of B for 16 of k.
    /// @param step index of these 16 in the stage
    /// @tparam Small the type of the planes
    /// @param column 0 or 64, if there are sums for 64 columns only
    template <class Small, int N>
    __device__ __forceinline__ void multiply_planes(float (&sums)[N], int plane_of_a,
                                                    int plane_of_b, int step, int column,
                                                    bool accumulate) const {
        multiply<TileA::is_transposed, TileB::is_transposed>(
            std::type_identity<Small>{}, sums,
            a + plane_of_a * (float_tile::plane_bytes / 16) + step * TileA::step,
            b + plane_of_b * (float_tile::plane_bytes / 16) + column / 64 * (64 * 128 / 16) +
                step * TileB::step,
            accumulate);
    }
};

/// The products used of three planes of bfloat16, by plane of A and of B, smallest first.
inline constexpr int products_of_planes = 6;
__device__ constexpr int plane_of_a[products_of_planes] = {0, 2, 1, 0, 1, 0};
__device__ constexpr int plane_of_b[products_of_planes] = {2, 0, 1, 1, 0, 0};

/// Starts one of these products.
template <class Stage, int N>
__device__ __forceinline__ void multiply_bfloat16(Stage const& stage, float (&sums)[N], int product,
                                                  int step, int column, bool accumulate) {
    stage.template multiply_planes<bfloat16>(sums, plane_of_a[product], plane_of_b[product], step,
                                             column, accumulate);
}

/// All products of 32 of k in one accumulator, smallest first. Sums of long k have two levels: the
/// errors of fewer additions add up. Otherwise, numbers of very different magnitudes and k = 8192
/// had 1.04 of the error of cuBLAS, which divides k.
class plain_sums {
public:
    static constexpr int planes = 3;

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int i = 0; i < 64; ++i) sums_[i] = totals_[i] = 0;
    }

    /// Adds the products of a stage, and signals `barrier` that the stage has been read.
    template <class Stage>
    __device__ __forceinline__ void add(Stage const& stage, std::uint32_t barrier, bool) {
#pragma unroll 1 // otherwise registers are spilled
        for (int first = 0; first < 4; first += 2) {
            float d[64];
            pin(d);
            fence_products();
#pragma unroll
            for (int product = 0; product < products_of_planes; ++product)
#pragma unroll
                for (int step = 0; step < 2; ++step)
                    multiply_bfloat16(stage, d, product, first + step, 0,
                                      product != 0 || step != 0);
            commit_products();
            pin(d);
            wait_for_products<0>();
            pin(d);
            if (first == 2 && threadIdx.x % 128 == 0) arrive(barrier);
#pragma unroll
            for (int i = 0; i < 64; ++i) sums_[i] += d[i];
        }
    }

    /// Moves the sums to the totals.
    __device__ __forceinline__ void keep() {
#pragma unroll
        for (int i = 0; i < 64; ++i) {
            totals_[i] += sums_[i];
            sums_[i] = 0;
        }
    }

    __device__ __forceinline__ float (&total())[64] { return totals_; }

private:
    float sums_[64], totals_[64];
};

/// Adds the products of the first planes with rounding to nearest. The rounding errors are added to
/// the small products, which have their own accumulator.
class exact_sums {
public:
    static constexpr int planes = 3;

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int i = 0; i < 64; ++i) sums_[i] = 0;
    }

    /// See plain_sums.
    template <class Stage>
    __device__ __forceinline__ void add(Stage const& stage, std::uint32_t barrier, bool is_first) {
        add_half(stage, 0, is_first);
        add_half(stage, 2, false);
        if (threadIdx.x % 128 == 0) arrive(barrier);
    }

    /// Moves the accumulated small products to the sums, before they become large.
    __device__ __forceinline__ void keep() {
#pragma unroll
        for (int i = 0; i < 64; ++i) small_[i] = add_large(sums_[i], small_[i]);
    }

    __device__ __forceinline__ float (&total())[64] {
#pragma unroll
        for (int i = 0; i < 64; ++i) sums_[i] += small_[i];
        return sums_;
    }

private:
    /// Adds the products of 32 of k.
    /// @param from the first of two steps of the stage
    template <class Stage>
    __device__ __forceinline__ void add_half(Stage const& stage, int from, bool is_first) {
        float large[32]; // 64 columns at a time, to save registers
        pin(large);
        pin(small_);
        fence_products();
#pragma unroll
        for (int step = 0; step < 2; ++step)
            multiply_bfloat16(stage, large, products_of_planes - 1, from + step, 0, step != 0);
        commit_products();
#pragma unroll
        for (int product = 0; product < products_of_planes - 1; ++product)
#pragma unroll
            for (int step = 0; step < 2; ++step)
                multiply_bfloat16(stage, small_, product, from + step, 0,
                                  !is_first || product != 0 || step != 0);
        commit_products();
        wait_for_products<1>();
        pin(large);
#pragma unroll
        for (int i = 0; i < 32; ++i) large[i] = add_large(sums_[i], large[i]);
        wait_for_products<0>();
        pin(small_);
#pragma unroll
        for (int i = 0; i < 32; ++i) small_[i] += large[i];
        pin(large);
        fence_products();
#pragma unroll
        for (int step = 0; step < 2; ++step)
            multiply_bfloat16(stage, large, products_of_planes - 1, from + step, 64, step != 0);
        commit_products();
        wait_for_products<0>();
        pin(large);
#pragma unroll
        for (int i = 0; i < 32; ++i) small_[32 + i] += add_large(sums_[32 + i], large[i]);
    }

    /// sum += x
    /// @return the rounding error, if x is smaller than the sum
    static __device__ __forceinline__ float add_large(float& sum, float x) {
        float const next = __fadd_rn(sum, x);
        float const dropped = __fsub_rn(x, __fsub_rn(next, sum));
        sum = next;
        return dropped;
    }

    float sums_[64], small_[64];
};

} // namespace gpu::inline v0::sm90
