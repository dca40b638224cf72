// SPDX-License-Identifier: Apache-2.0
/// @file
/// The floating-point environment for all computations, independent of the caller's.
#pragma once

#include <gpualgo/detail/floating_environment.hpp>

#ifndef __x86_64__
#include <cfenv>
#endif

namespace gpu::inline v0::detail {

/// For the life of this object, the thread rounds to nearest, keeps subnormals and traps nothing.
/// Computations must be in functions that are not inlined: compilers ignore the environment when
/// they move code.
class standard_floating_environment {
public:
    standard_floating_environment(standard_floating_environment const&) = delete;
    standard_floating_environment& operator=(standard_floating_environment const&) = delete;

#ifdef __x86_64__
    standard_floating_environment() noexcept : callers_(__builtin_ia32_stmxcsr()) {
        if (!is_standard_mxcsr(callers_)) __builtin_ia32_ldmxcsr(standard_mxcsr);
    }
    ~standard_floating_environment() {
        if (!is_standard_mxcsr(callers_)) __builtin_ia32_ldmxcsr(callers_);
    }

private:
    unsigned callers_; // MXCSR
#else
    standard_floating_environment() noexcept {
        std::fegetenv(&callers_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~standard_floating_environment() { std::fesetenv(&callers_); }

private:
    std::fenv_t callers_;
#endif
};

} // namespace gpu::inline v0::detail
