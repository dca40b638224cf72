// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores of 16 bytes to global memory. On a GPU they are written as assembly. From a store in C++,
/// the compiler may make up to four stores of words: it depends on where the words come from. Such
/// a kernel can take 1.5 times as long.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

#ifdef __CUDA_ARCH__
/// @param values have 16 bytes
/// @return their bits
template <class T, std::size_t V>
__device__ uint4 bits_of_vector(T const (&values)[V]) {
    struct elements {
        T element[V];
    } packed;
    for (std::size_t k = 0; k < V; ++k) packed.element[k] = values[k];
    return __builtin_bit_cast(uint4, packed);
}
#endif

/// Writes aligned elements of 16 bytes.
/// @param array of the context, in global memory
/// @param i index of the first element
/// @param values are written
template <class Array, class T, std::size_t V>
GPUALGO_DEVICE void put_16_bytes(Array const& array, std::size_t i, T const (&values)[V]) {
    static_assert(V * sizeof(T) == 16);
#ifdef __CUDA_ARCH__
    uint4 const bits = bits_of_vector(values);
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(array.pointer + i), "r"(bits.x),
                 "r"(bits.y), "r"(bits.z), "r"(bits.w)
                 : "memory");
#else
    array.put_vector(i, values);
#endif
}

/// Writes aligned elements that no kernel reads again soon. On a GPU, vectors of 16 bytes leave the
/// L2 cache first, so that they displace no elements that are still to be read.
/// @param array of the context, in global memory
/// @param i index of the first element
/// @param values are written
template <class Array, class T, std::size_t V>
GPUALGO_DEVICE void put_streaming(Array const& array, std::size_t i, T const (&values)[V]) {
#ifdef __CUDA_ARCH__
    if constexpr (V * sizeof(T) == sizeof(uint4)) {
        uint4 const bits = bits_of_vector(values);
        asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(array.pointer + i),
                     "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w)
                     : "memory");
        return;
    }
#endif
    array.put_vector(i, values);
}

} // namespace gpu::inline v0::kernel
