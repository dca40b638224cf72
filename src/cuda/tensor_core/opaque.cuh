// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tells the compiler what to keep in registers.
#pragma once

#include <type_traits>

namespace gpu::inline v0::sm90 {

/// The same number. The compiler does not see where it comes from: it neither computes it again for
/// each use, nor in advance what depends on it.
template <class T>
__device__ __forceinline__ T opaque(T x) {
    static_assert(sizeof(T) == 4);
    if constexpr (std::is_floating_point_v<T>) asm volatile("" : "+f"(x));
    else asm volatile("" : "+r"(x));
    return x;
}

} // namespace gpu::inline v0::sm90
