// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products that are rounded before they are added.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// A product that g++ does not contract with a sum into an fma, whatever the compiler flags.
/// The barrier that prevents this emits no code on the host. Kernels have no barrier, which would
/// cost instructions there: the library's are compiled with -fmad=false.
/// @tparam T a number, or a vector of numbers. Vectors have no barrier, for which g++ would split
/// them: only the library adds to such products, and it is compiled with -ffp-contract=off
/// @return a * b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T separate_product(T a, T b) {
#if !defined(__CUDA_ARCH__) && __has_builtin(__builtin_assoc_barrier)
    if constexpr (std::is_floating_point_v<T>) return __builtin_assoc_barrier(a * b);
#endif
    return a * b;
}

} // namespace gpu::inline v0::kernel
