// SPDX-License-Identifier: Apache-2.0
/// @file
/// Functions of <bit> for kernels and the host. Kernels must not call those of <bit> itself: with
/// --expt-relaxed-constexpr, nvcc silently compiles their builtins to nothing.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// @param x any number
/// @return the number of bits up to the highest one that is set; 0 for 0
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned bit_width(std::uint64_t x) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated())
        return 64 - static_cast<unsigned>(__clzll(static_cast<long long>(x)));
#endif
    return x == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(x));
}

/// @param x at least 1
/// @return the largest power of two that is at most x
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint64_t bit_floor(std::uint64_t x) {
    return std::uint64_t{1} << (bit_width(x) - 1);
}

/// @tparam To a type of From's size
/// @param from any value
/// @return the value of type To with the same bits
template <class To, class From>
[[nodiscard]] GPUALGO_FUNCTION constexpr To bit_cast(From const& from) {
    return __builtin_bit_cast(To, from);
}

/// @return the number of bits that are set
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned count_bits(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated()) return static_cast<unsigned>(__popc(bits));
#endif
    return static_cast<unsigned>(__builtin_popcount(bits));
}

} // namespace gpu::inline v0::kernel
