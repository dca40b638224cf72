// SPDX-License-Identifier: Apache-2.0
/// @file
/// Conversions of elements and sums.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// Rounds two numbers to nearest.
/// @return the first one in the lower half
template <class Small>
__device__ __forceinline__ std::uint32_t pack(float first, float second) {
    std::uint32_t both;
    if constexpr (std::is_same_v<Small, half>)
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
    else asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
    return both;
}

/// Converts a 16-bit number to float.
template <class Small>
__device__ __forceinline__ float widen(std::uint32_t bits) {
    if constexpr (std::is_same_v<Small, half>) {
        float wide;
        asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(static_cast<std::uint16_t>(bits)));
        return wide;
    } else {
        return __uint_as_float(bits << 16);
    }
}

/// 2^exponent, from -126 to 127.
__device__ __forceinline__ float power_of_two(int exponent) {
    return __uint_as_float(static_cast<std::uint32_t>(exponent + 127) << 23);
}

__device__ __forceinline__ std::uint32_t bits_of(float x) { return __float_as_uint(x); }
__device__ __forceinline__ std::uint32_t bits_of(std::int32_t x) {
    return static_cast<std::uint32_t>(x);
}

/// Adds a number given as bits; integers wrap.
__device__ __forceinline__ float add_bits(float x, std::uint32_t bits) {
    return x + __uint_as_float(bits);
}
__device__ __forceinline__ std::int32_t add_bits(std::int32_t x, std::uint32_t bits) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + bits);
}

} // namespace gpu::inline v0::sm90
