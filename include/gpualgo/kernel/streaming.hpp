// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results that no kernel reads again soon.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Writes aligned elements. On a GPU, vectors of 16 bytes leave the L2 cache first, so that they
/// displace no elements that are still to be read.
/// @param array of the context, in global memory
/// @param i index of the first element
/// @param values are written
template <class Array, class T, std::size_t V>
GPUALGO_DEVICE void put_streaming(Array const& array, std::size_t i, T const (&values)[V]) {
#ifdef __CUDA_ARCH__
    if constexpr (V * sizeof(T) == sizeof(uint4)) {
        struct elements {
            T element[V];
        } packed;
        for (std::size_t k = 0; k < V; ++k) packed.element[k] = values[k];
        auto const bits = __builtin_bit_cast(uint4, packed);
        // as assembly: the compiler would split some stores that follow different branches
        asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(array.pointer + i),
                     "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w)
                     : "memory");
        return;
    }
#endif
    array.put_vector(i, values);
}

} // namespace gpu::inline v0::kernel
