// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products that are rounded by themselves.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// A product that g++ does not contract with a sum into an fma, whatever the program's flags are.
/// The barrier against that emits no code. In kernels there is none, since it would cost some: the
/// library's are compiled with -fmad=false.
/// @tparam T a number; or a register of them, which g++ would take apart for a barrier: only the
/// library adds to such products, and it is compiled with -ffp-contract=off
/// @return a * b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T separate_product(T a, T b) {
#if !defined(__CUDA_ARCH__) && __has_builtin(__builtin_assoc_barrier)
    if constexpr (std::is_floating_point_v<T>) return __builtin_assoc_barrier(a * b);
#endif
    return a * b;
}

} // namespace gpu::inline v0::kernel
