// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products and sums that g++ does not contract into an fma, whatever the compiler flags.
///
/// Contraction needs hardware for fma. If the program is compiled for that, products and sums are
/// an fma themselves, with operands that change no bit. Barriers such as __builtin_assoc_barrier do
/// not suffice then: the vectoriser of g++ 12 drops them. The library's own loops need the barrier.
/// In functions with another target, g++ 12 makes vfmaddsub of the parts of complex products, in
/// spite of -ffp-contract=off. Kernels need neither: the library's are compiled with -fmad=false.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// Whether the host has instructions for the fma of numbers of type T, and g++ might use them.
template <class T>
inline constexpr bool may_contract = false;
#if !defined(__CUDA_ARCH__) && !defined(__clang__) && defined(__FP_FAST_FMAF)
template <>
inline constexpr bool may_contract<float> = true;
#endif
#if !defined(__CUDA_ARCH__) && !defined(__clang__) && defined(__FP_FAST_FMA)
template <>
inline constexpr bool may_contract<double> = true;
#endif

/// x * y + z, rounded once.
/// @tparam T float or double
template <class T>
[[nodiscard]] constexpr T fused(T x, T y, T z) {
    if constexpr (std::is_same_v<T, float>) return __builtin_fmaf(x, y, z);
    else return __builtin_fma(x, y, z);
}

/// A product that is rounded before it is added.
/// @tparam T a number, or a vector of numbers. Vectors may be contracted: only the library adds to
/// such products, and it is compiled with -ffp-contract=off
/// @return a * b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T separate_product(T a, T b) {
    if constexpr (may_contract<T>)
        if (!std::is_constant_evaluated()) return fused(a, b, T(-0.0));
#if !defined(__CUDACC__) && __has_builtin(__builtin_assoc_barrier) // nvcc says yes, and lacks it
    if constexpr (std::is_floating_point_v<T>) return __builtin_assoc_barrier(a * b);
#endif
    return a * b;
}

/// A sum of numbers, of which b may be a product.
/// @return a + b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T separate_sum(T a, T b) {
    if constexpr (may_contract<T>)
        if (!std::is_constant_evaluated()) return fused(b, T(1), a);
    return a + b;
}

} // namespace gpu::inline v0::kernel
