// SPDX-License-Identifier: Apache-2.0
/// @file
/// The end of a product: alpha, beta, and the steps of its epilogue, applied to a thread's elements
/// while they are in registers. Sums of integers that are converted keep the bits of a float.
#pragma once

#include "element.cuh"
#include "product_arguments.hpp"
#include "tile_parts.hpp"

#include <gpualgo/kernel/matmul/epilogue.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// The number that a register holds after conversion.
__device__ __forceinline__ float number_in(float x) { return x; }
__device__ __forceinline__ double number_in(double x) { return x; }
__device__ __forceinline__ float number_in(std::int32_t x) { return __int_as_float(x); }

__device__ __forceinline__ void put_number(float& x, float number) { x = number; }
__device__ __forceinline__ void put_number(double& x, double number) { x = number; }
__device__ __forceinline__ void put_number(std::int32_t& x, float number) {
    x = __float_as_int(number);
}

/// Calls f<E>(), where E is the type of C's elements, either Small or of the size of Sum. One call
/// for many elements needs less code than a condition for each.
template <class Sum, class Small, class F>
__device__ __forceinline__ void for_type_of_c(product_arguments<Sum, Small> const& p, F f) {
    if constexpr (!std::is_void_v<Small>)
        if (__builtin_expect(p.is_small(), std::is_floating_point_v<Sum>))
            return f.template operator()<Small>();
    f.template operator()<Sum>();
}

/// Reads an element of C, converted to the type in which C is added.
/// @tparam E see for_type_of_c
template <class E, class Sum, class Small>
__device__ __forceinline__ kernel::epilogue_type<Sum> read(product_arguments<Sum, Small> const& p,
                                                           std::int64_t at) {
    if constexpr (sizeof(E) == 2) return widen<E>(reinterpret_cast<std::uint16_t const*>(p.c)[at]);
    else return reinterpret_cast<kernel::epilogue_type<Sum> const*>(p.c)[at];
}

/// x = alpha * x, converted if the product is.
template <class Sum, class Small>
__device__ __forceinline__ void multiply_by_alpha(Sum& x, product_arguments<Sum, Small> const& p) {
    x = kernel::multiply_add(Sum{}, p.alpha, x);
    if constexpr (std::is_integral_v<Sum>)
        if (p.converts != conversion::none) put_number(x, static_cast<float>(x));
}

/// x += beta * C[at]
/// @tparam E see for_type_of_c
template <class E, class Sum, class Small>
__device__ __forceinline__ void add_c(Sum& x, product_arguments<Sum, Small> const& p,
                                      std::int64_t at) {
    if constexpr (std::is_integral_v<Sum>)
        if (p.converts == conversion::none) {
            x = kernel::multiply_add(x, p.beta, p.c[at]);
            return;
        }
    using number = kernel::epilogue_type<Sum>;
    put_number(x, kernel::multiply_add(number_in(x), static_cast<number>(p.beta), read<E>(p, at)));
}

/// Selects a step by constant indices. Otherwise the steps would be copied to local memory.
template <class Number>
__device__ __forceinline__ product_step<Number> step_at(product_steps<Number> const& then, int s) {
    product_step<Number> found = then.step[0];
#pragma unroll
    for (int i = 1; i < product_steps<Number>::most; ++i)
        if (i == s) found = then.step[i];
    return found;
}

/// Applies a step to N elements.
/// @param place returns the position of an element in C. Those outside C take the last element of
/// the step's vector.
template <int N, class Number, class Place>
__device__ __forceinline__ void apply_step(Number (&x)[N], product_step<Number> const& step,
                                           Place place, int m, int n) {
    if (step.function <= operation::multiply) {
        Number v[N];
        if (step.by_rows) {
#pragma unroll
            for (int i = 0; i < N; ++i) v[i] = step.vector[min(place(i).row, m - 1)];
        } else {
#pragma unroll
            for (int i = 0; i < N; ++i) v[i] = step.vector[min(place(i).column, n - 1)];
        }
        bool const adds = step.function == operation::add;
#pragma unroll
        for (int i = 0; i < N; ++i) x[i] = adds ? x[i] + v[i] : x[i] * v[i];
    } else if (step.function == operation::relu) {
#pragma unroll
        for (int i = 0; i < N; ++i) x[i] = x[i] < Number(0) ? Number(0) : x[i];
    } else {
        bool const is_gelu = step.function == operation::gelu;
#pragma unroll
        for (int i = 0; i < N; ++i)
            x[i] = kernel::times_sigmoid(x[i], is_gelu ? kernel::gelu_argument(x[i]) : x[i]);
    }
}

/// Applies all steps to a thread's elements of C. Works on a few elements at a time, and moves all
/// others towards the front in between. Thus registers have constant indices.
/// @param place called with the index of the first of these elements, and the distance from it
template <int N, class Sum, class Small, class Place>
__device__ __forceinline__ void apply_steps(Sum (&sums)[N], product_arguments<Sum, Small> const& p,
                                            Place place) {
    if (p.then.count == 0) return;
    constexpr int wanted = N % 8 != 0 ? 4 : sizeof(Sum) == 8 || N > 96 || N % 16 != 0 ? 8 : 16;
    constexpr int at_once = N < wanted ? N : wanted;
    static_assert(N % at_once == 0);
#pragma unroll 1
    for (int first = 0; first < N; first += at_once) {
        kernel::epilogue_type<Sum> now[at_once];
#pragma unroll
        for (int i = 0; i < at_once; ++i) now[i] = number_in(sums[i]);
#pragma unroll 1
        for (int s = 0; s < p.then.count; ++s)
            apply_step(
                now, step_at(p.then, s), [&](int i) { return place(first, i); }, p.m, p.n);
#pragma unroll
        for (int i = 0; i < N - at_once; ++i) sums[i] = sums[i + at_once];
#pragma unroll
        for (int i = 0; i < at_once; ++i) put_number(sums[N - at_once + i], now[i]);
    }
}

/// Whether sums are elements of C as they are. One answer per tile saves the code of a conversion
/// per element. Sums of floating-point numbers may be -0, which alpha makes +0.
template <class Sum, class Small>
__device__ __forceinline__ bool are_sums_unscaled(product_arguments<Sum, Small> const& p) {
    if constexpr (std::is_integral_v<Sum>)
        return p.alpha == 1 && p.beta == 0 && p.converts == conversion::none;
    else return false;
}

/// Multiplies two adjacent elements of a row by alpha, and adds beta * C to those inside C.
template <class Sum, class Small>
__device__ __forceinline__ void scale_pair(product_arguments<Sum, Small> const& p, int y, int x,
                                           Sum& first, Sum& second) {
    multiply_by_alpha(first, p);
    multiply_by_alpha(second, p);
    if (p.beta == Sum{}) return;
    std::int64_t const at = y * p.leading_dimension + x;
    for_type_of_c(p, [&]<class E>() {
        if (y < p.m && x < p.n) add_c<E>(first, p, at);
        if (y < p.m && x + 1 < p.n) add_c<E>(second, p, at + 1);
    });
}

} // namespace gpu::inline v0::sm90
