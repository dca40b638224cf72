// SPDX-License-Identifier: Apache-2.0
/// @file
/// ldmatrix and mma.sync, for GPUs of compute capability 8.0 and later. Needs nvcc.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/matmul/mma_operand.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

template <>
struct warp_matrix<cuda_context> {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    static constexpr bool is_present = false;
#else
    static constexpr bool is_present = true;
#endif

    template <bool Transposes>
    __device__ __forceinline__ static void load(cuda_context const&,
                                                cuda_array<matrix_chunk> chunks, std::size_t place,
                                                std::uint32_t (&words)[4]) {
        auto const from =
            static_cast<std::uint32_t>(__cvta_generic_to_shared(chunks.pointer + place));
        if constexpr (Transposes)
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                         : "r"(from)
                         : "memory");
        else
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                         : "r"(from)
                         : "memory");
    }

    template <class T>
    __device__ __forceinline__ static void multiply(cuda_context const&, float (&d)[4],
                                                    std::uint32_t const (&a)[4], std::uint32_t b0,
                                                    std::uint32_t b1) {
        if constexpr (std::is_same_v<T, half>)
            asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
        else if constexpr (std::is_same_v<T, bfloat16>)
            asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
                "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
        else
            asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
                "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
    template <class T>
    __device__ __forceinline__ static void multiply(cuda_context const&, std::int32_t (&d)[4],
                                                    std::uint32_t const (&a)[4], std::uint32_t b0,
                                                    std::uint32_t b1) {
        static_assert(std::is_same_v<T, std::int8_t>);
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }

    template <unsigned Selector>
    __device__ __forceinline__ static std::uint32_t bytes(std::uint32_t a, std::uint32_t b) {
        return __byte_perm(a, b, Selector);
    }

    __device__ __forceinline__ static std::uint32_t to_tf32(std::uint32_t bits) {
        std::uint32_t rounded;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(__uint_as_float(bits)));
        return rounded;
    }
};

} // namespace gpu::inline v0::kernel
