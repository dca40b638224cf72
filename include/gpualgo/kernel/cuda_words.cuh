// SPDX-License-Identifier: Apache-2.0
/// @file
/// Relaxed atomic accesses of 8 and 16 bytes in global memory, and asynchronous copies to shared
/// memory, as functions. Needs nvcc.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// @return a word of 8 or 16 bytes, read in one access
template <class Word>
__device__ __forceinline__ Word load_word(Word const* at) {
    static_assert(sizeof(Word) == 8 || sizeof(Word) == 16);
    if constexpr (sizeof(Word) == 8) {
        std::uint64_t bits;
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(at) : "memory");
        return __builtin_bit_cast(Word, bits);
    } else {
        struct {
            std::uint64_t low, high;
        } bits;
        // A vector of two registers is also one access, but PTX promises atomicity for b128 only.
        asm volatile("{\n .reg .b128 t;\n ld.relaxed.gpu.global.b128 t, [%2];\n"
                     " mov.b128 {%0, %1}, t;\n}"
                     : "=l"(bits.low), "=l"(bits.high)
                     : "l"(at)
                     : "memory");
        return __builtin_bit_cast(Word, bits);
    }
}

/// Writes a word of 8 or 16 bytes in one access.
template <class Word>
__device__ __forceinline__ void store_word(Word* at, Word const& word) {
    static_assert(sizeof(Word) == 8 || sizeof(Word) == 16);
    if constexpr (sizeof(Word) == 8) {
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at),
                     "l"(__builtin_bit_cast(std::uint64_t, word))
                     : "memory");
    } else {
        struct parts {
            std::uint64_t low, high;
        };
        auto const bits = __builtin_bit_cast(parts, word);
        asm volatile("{\n .reg .b128 t;\n mov.b128 t, {%1, %2};\n"
                     " st.relaxed.gpu.global.b128 [%0], t;\n}" ::"l"(at),
                     "l"(bits.low), "l"(bits.high)
                     : "memory");
    }
}

/// Begins to copy `Bytes` to shared memory: 4, 8 or 16, to and from a multiple of that.
template <unsigned Bytes>
__device__ __forceinline__ void copy_to_shared(void* to, void const* from) {
#if __CUDA_ARCH__ >= 800
    auto const at = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16) // past the L1 cache: elements are read once
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(Bytes)
                     : "memory");
#else
    using bits =
        std::conditional_t<Bytes == 16, uint4, std::conditional_t<Bytes == 8, uint2, unsigned>>;
    *static_cast<bits*>(to) = *static_cast<bits const*>(from);
#endif
}

/// Ends a group of copies of the calling thread.
__device__ __forceinline__ void commit_group() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/// Waits for all but the last `Pending` groups of the calling thread.
template <unsigned Pending>
__device__ __forceinline__ void wait_for_groups() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
#endif
}

} // namespace gpu::inline v0::kernel
