// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that the compiler unrolls.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <utility>

namespace gpu::inline v0::kernel {

/// An index as a compile-time constant. std::integral_constant converts on the host only.
template <unsigned I>
struct constant_index {
    static constexpr unsigned value = I; ///< the index
    /// @return the index
    GPUALGO_FUNCTION constexpr operator unsigned() const { return I; } // NOLINT: as intended
};

/// Calls f(0), f(1) ... f(N - 1), each with a compile-time constant: arrays that are indexed with
/// it can stay in registers.
template <unsigned N, class F>
GPUALGO_DEVICE void unrolled(F f) {
    [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) { (f(constant_index<I>{}), ...); }
    (std::make_integer_sequence<unsigned, N>{});
}

/// Calls f(0), f(1) ... f(N - 1). On GPUs the loop is unrolled by `Step`.
template <unsigned N, unsigned Step, class F>
GPUALGO_DEVICE void unrolled_on_gpu(F f) {
#ifdef __CUDA_ARCH__
    if constexpr (Step == N) {
        unrolled<N>(f);
    } else {
#pragma unroll 1
        for (unsigned first = 0; first < N; first += Step)
            unrolled<Step>([&](auto i) { f(first + i); });
    }
#else
    for (unsigned i = 0; i < N; ++i) f(i);
#endif
}

} // namespace gpu::inline v0::kernel
