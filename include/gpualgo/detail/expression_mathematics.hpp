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
struct cube_root : floating_function<operation::cube_root> {
    constexpr float operator()(float x) const { return __builtin_cbrtf(x); }
    constexpr double operator()(double x) const { return __builtin_cbrt(x); }
};
struct hypotenuse : floating_function<operation::hypotenuse> {
    constexpr float operator()(float x, float y) const { return __builtin_hypotf(x, y); }
    constexpr double operator()(double x, double y) const { return __builtin_hypot(x, y); }
};
struct exponential : floating_function<operation::exponential> {
    constexpr float operator()(float x) const { return __builtin_expf(x); }
    constexpr double operator()(double x) const { return __builtin_exp(x); }
};
struct power_of_2 : floating_function<operation::power_of_2> {
    constexpr float operator()(float x) const { return __builtin_exp2f(x); }
    constexpr double operator()(double x) const { return __builtin_exp2(x); }
};
struct exponential_minus_1 : floating_function<operation::exponential_minus_1> {
    constexpr float operator()(float x) const { return __builtin_expm1f(x); }
    constexpr double operator()(double x) const { return __builtin_expm1(x); }
};
struct logarithm : floating_function<operation::logarithm> {
    constexpr float operator()(float x) const { return __builtin_logf(x); }
    constexpr double operator()(double x) const { return __builtin_log(x); }
};
struct binary_logarithm : floating_function<operation::binary_logarithm> {
    constexpr float operator()(float x) const { return __builtin_log2f(x); }
    constexpr double operator()(double x) const { return __builtin_log2(x); }
};
struct decimal_logarithm : floating_function<operation::decimal_logarithm> {
    constexpr float operator()(float x) const { return __builtin_log10f(x); }
    constexpr double operator()(double x) const { return __builtin_log10(x); }
};
struct logarithm_of_1_plus : floating_function<operation::logarithm_of_1_plus> {
    constexpr float operator()(float x) const { return __builtin_log1pf(x); }
    constexpr double operator()(double x) const { return __builtin_log1p(x); }
};
struct sine : floating_function<operation::sine> {
    constexpr float operator()(float x) const { return __builtin_sinf(x); }
    constexpr double operator()(double x) const { return __builtin_sin(x); }
};
struct cosine : floating_function<operation::cosine> {
    constexpr float operator()(float x) const { return __builtin_cosf(x); }
    constexpr double operator()(double x) const { return __builtin_cos(x); }
};
struct tangent : floating_function<operation::tangent> {
    constexpr float operator()(float x) const { return __builtin_tanf(x); }
    constexpr double operator()(double x) const { return __builtin_tan(x); }
};
struct arc_sine : floating_function<operation::arc_sine> {
    constexpr float operator()(float x) const { return __builtin_asinf(x); }
    constexpr double operator()(double x) const { return __builtin_asin(x); }
};
struct arc_cosine : floating_function<operation::arc_cosine> {
    constexpr float operator()(float x) const { return __builtin_acosf(x); }
    constexpr double operator()(double x) const { return __builtin_acos(x); }
};
struct arc_tangent : floating_function<operation::arc_tangent> {
    constexpr float operator()(float x) const { return __builtin_atanf(x); }
    constexpr double operator()(double x) const { return __builtin_atan(x); }
};
struct angle_of_point : floating_function<operation::angle_of_point> {
    constexpr float operator()(float y, float x) const { return __builtin_atan2f(y, x); }
    constexpr double operator()(double y, double x) const { return __builtin_atan2(y, x); }
};
struct hyperbolic_sine : floating_function<operation::hyperbolic_sine> {
    constexpr float operator()(float x) const { return __builtin_sinhf(x); }
    constexpr double operator()(double x) const { return __builtin_sinh(x); }
};
struct hyperbolic_cosine : floating_function<operation::hyperbolic_cosine> {
    constexpr float operator()(float x) const { return __builtin_coshf(x); }
    constexpr double operator()(double x) const { return __builtin_cosh(x); }
};
struct hyperbolic_tangent : floating_function<operation::hyperbolic_tangent> {
    constexpr float operator()(float x) const { return __builtin_tanhf(x); }
    constexpr double operator()(double x) const { return __builtin_tanh(x); }
};
struct error_function : floating_function<operation::error_function> {
    constexpr float operator()(float x) const { return __builtin_erff(x); }
    constexpr double operator()(double x) const { return __builtin_erf(x); }
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
struct rounded_to_integer : floating_function<operation::round> {
    constexpr float operator()(float x) const { return __builtin_roundf(x); }
    constexpr double operator()(double x) const { return __builtin_round(x); }
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
