// SPDX-License-Identifier: Apache-2.0
/// @file
/// mma.sync for double, for GPUs of compute capability 9.0 and later. Needs nvcc.
#pragma once

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/matmul/small_tile_sums.hpp>

namespace gpu::inline v0::kernel {

template <>
struct warp_matrix_of_double<cuda_context> {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
    static constexpr bool is_present = false;
#else
    static constexpr bool is_present = true;
#endif

    __device__ __forceinline__ static void multiply(cuda_context const&, double (&d)[4],
                                                    double const (&a)[4], double const (&b)[2]) {
        asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
};

} // namespace gpu::inline v0::kernel
