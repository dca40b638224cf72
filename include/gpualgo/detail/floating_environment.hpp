// SPDX-License-Identifier: Apache-2.0
/// @file
/// The floating-point environment in which the canonical order is computed: round to nearest,
/// subnormal numbers, no traps.
#pragma once

namespace gpu::inline v0::detail {

#ifdef __x86_64__
inline constexpr unsigned standard_mxcsr = 0x1f80; ///< all exceptions masked, no flag raised
/// flags of exceptions that have occurred, which do not affect results
inline constexpr unsigned mxcsr_flags = 0x3f;

/// Whether a value of the register MXCSR is the standard environment.
[[nodiscard]] constexpr bool is_standard_mxcsr(unsigned state) noexcept {
    return (state & ~mxcsr_flags) == standard_mxcsr;
}
#endif

/// Whether a program may evaluate sums itself: it is compiled by g++ alone, and without any part of
/// -ffast-math.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) &&     \
    __FLT_EVAL_METHOD__ == 0 && __FINITE_MATH_ONLY__ == 0 && !defined(__ASSOCIATIVE_MATH__) &&     \
    !defined(__NO_SIGNED_ZEROS__)
inline constexpr bool is_ieee_program = true;

/// Whether the calling thread is in the standard environment.
[[nodiscard]] inline bool is_standard_environment() noexcept {
    return is_standard_mxcsr(__builtin_ia32_stmxcsr());
}
#else
inline constexpr bool is_ieee_program = false;

[[nodiscard]] inline bool is_standard_environment() noexcept { return false; }
#endif

} // namespace gpu::inline v0::detail
