// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sums of products of two planes of half: 64 by 128 per warpgroup. See H. Ootomo and R. Yokota,
/// "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical
/// peak performance", 2022.
#pragma once

#include "float_ranges.hpp"
#include "float_sums.cuh"

namespace gpu::inline v0::sm90 {

/// Products of the first planes are sums of 32 of k, which are added with rounding to nearest. The
/// others are much smaller, and have an accumulator of their own, times 2^12. The rounding of
/// tensor cores does not matter there.
class half_sums {
public:
    static constexpr int planes = 2;

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int i = 0; i < 64; ++i) sums_[i] = small_[i] = 0;
    }

    /// Adds the products of a stage. The last ones still run when it returns, so that tensor cores
    /// have work until the next stage. So the next call, or `keep`, signals `barrier`.
    template <class Stage>
    __device__ __forceinline__ void add(Stage const& stage, std::uint32_t barrier, bool) {
#pragma unroll 1 // otherwise registers are spilled
        for (int first = 0; first < 4; first += 2) {
            float large[64];
            pin(large);
            pin(small_);
            fence_products();
#pragma unroll
            for (int step = 0; step < 2; ++step)
                stage.template multiply_planes<half>(large, 0, 0, first + step, 0, step != 0);
            commit_products();
#pragma unroll
            for (int step = 0; step < 2; ++step) {
                stage.template multiply_planes<half>(small_, 1, 0, first + step, 0, true);
                stage.template multiply_planes<half>(small_, 0, 1, first + step, 0, true);
            }
            commit_products();
            wait_for_products<1>();
            pin(large);
            if (first == 0) release(barrier);
#pragma unroll
            for (int i = 0; i < 64; ++i) sums_[i] += large[i];
        }
    }

    /// Moves the accumulated small products to the sums, before they become large.
    __device__ __forceinline__ void keep() {
        wait_for_products<0>();
        pin(small_);
        release(0);
#pragma unroll
        for (int i = 0; i < 64; ++i) {
            sums_[i] = __fmaf_rn(small_[i], 1 / scale_of_second_half, sums_[i]);
            small_[i] = 0;
        }
    }

    /// Complete after `keep`.
    __device__ __forceinline__ float (&total())[64] { return sums_; }

private:
    /// Signals the barrier of the previous stage, and notes that of the present one.
    __device__ __forceinline__ void release(std::uint32_t present) {
        if (threadIdx.x % 128 == 0 && unread_ != 0) arrive(unread_);
        unread_ = present;
    }

    float sums_[64], small_[64];
    std::uint32_t unread_ = 0; ///< barrier of the stage whose small products may still run
};

} // namespace gpu::inline v0::sm90
