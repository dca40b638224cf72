// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions of <cmath> in expressions, as the host computes them. They are builtins: the
/// header would cost clients time of compilation.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/expression_functions.hpp>

#ifdef __clang__ // clang evaluates none of these builtins in constant expressions
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-constexpr"
#endif

namespace gpu::inline v0::detail::functions {

struct square_root : floating_function<operation::square_root> {
    constexpr float operator()(float x) const { return __builtin_sqrtf(x); }
    constexpr double operator()(double x) const { return __builtin_sqrt(x); }
};
struct exponential : floating_function<operation::exponential> {
    constexpr float operator()(float x) const { return __builtin_expf(x); }
    constexpr double operator()(double x) const { return __builtin_exp(x); }
};
struct logarithm : floating_function<operation::logarithm> {
    constexpr float operator()(float x) const { return __builtin_logf(x); }
    constexpr double operator()(double x) const { return __builtin_log(x); }
};
struct sine : floating_function<operation::sine> {
    constexpr float operator()(float x) const { return __builtin_sinf(x); }
    constexpr double operator()(double x) const { return __builtin_sin(x); }
};
struct cosine : floating_function<operation::cosine> {
    constexpr float operator()(float x) const { return __builtin_cosf(x); }
    constexpr double operator()(double x) const { return __builtin_cos(x); }
};
struct hyperbolic_tangent : floating_function<operation::hyperbolic_tangent> {
    constexpr float operator()(float x) const { return __builtin_tanhf(x); }
    constexpr double operator()(double x) const { return __builtin_tanh(x); }
};
struct floor_of : floating_function<operation::floor> {
    constexpr float operator()(float x) const { return __builtin_floorf(x); }
    constexpr double operator()(double x) const { return __builtin_floor(x); }
};
struct ceiling_of : floating_function<operation::ceiling> {
    constexpr float operator()(float x) const { return __builtin_ceilf(x); }
    constexpr double operator()(double x) const { return __builtin_ceil(x); }
};
struct truncated : floating_function<operation::truncate> {
    constexpr float operator()(float x) const { return __builtin_truncf(x); }
    constexpr double operator()(double x) const { return __builtin_trunc(x); }
};
struct power : floating_function<operation::power> {
    constexpr float operator()(float x, float y) const { return __builtin_powf(x, y); }
    constexpr double operator()(double x, double y) const { return __builtin_pow(x, y); }
};
struct fused_multiply_add : floating_function<operation::fused_multiply_add> {
    constexpr float operator()(float x, float y, float z) const { return __builtin_fmaf(x, y, z); }
    constexpr double operator()(double x, double y, double z) const {
        return __builtin_fma(x, y, z);
    }
};

} // namespace gpu::inline v0::detail::functions

#ifdef __clang__
#pragma clang diagnostic pop
#endif
