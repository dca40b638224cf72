// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counting bits, in kernels too. Kernel code must not call the functions of <bit> but `std::bit_cast`: nvcc lets it,
/// because they are constexpr, and then compiles the builtins that they are made of to nothing, without a word.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// @param x any number
/// @return bits up to the highest one that is set; 0 for 0
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned bit_width(std::uint64_t x) {
#ifdef __CUDA_ARCH__
    if (!std::is_constant_evaluated()) return 64 - static_cast<unsigned>(__clzll(static_cast<long long>(x)));
#endif
    return static_cast<unsigned>(std::bit_width(x));
}

/// @param x at least 1
/// @return the largest power of two that is not above x
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint64_t bit_floor(std::uint64_t x) { return std::uint64_t{1} << (bit_width(x) - 1); }

} // namespace gpu::inline v0::kernel
