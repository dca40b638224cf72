// SPDX-License-Identifier: Apache-2.0
/// @file
/// The steps of an epilogue: their definition for all devices, and a kernel that applies them to
/// sums in memory.
#pragma once

#include <gpualgo/abi/epilogue_step.hpp>
#include <gpualgo/kernel/matmul/matmul.hpp>

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The type in which steps compute, by the type of sums.
template <class Sum>
using epilogue_type = std::conditional_t<std::is_integral_v<Sum>, float, Sum>;

/// x / (1 + exp(-y)), which is x or 0 if the sigmoid of y is 1 or 0: also for infinite x.
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T times_sigmoid(T x, T y) {
    T const sigmoid = T(1) / (T(1) + std::exp(-y));
    return sigmoid == T(0) ? T(0) : x * sigmoid;
}

/// The number whose sigmoid is gelu(x) / x.
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T gelu_argument(T x) {
    return T(1.5957691216057308) * x * (T(1) + T(0.044715) * x * x);
}

/// gelu in its form with tanh.
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T gelu(T x) {
    return times_sigmoid(x, gelu_argument(x));
}

/// The steps of an epilogue as kernels take them.
template <class T>
struct epilogue_list {
    static constexpr std::size_t most = detail::epilogue_steps::most; ///< steps

    std::size_t count = 0;              ///< of steps
    detail::epilogue_kind kind[most]{}; ///< of each
    T const* vector[most]{};            ///< of each; null if it has none
};

/// The arguments of `matmul_epilogue`.
template <class Value, class Result>
struct epilogue_arguments {
    using sum = detail::matmul_accumulator<Value>; ///< the type of sums
    using type = epilogue_type<sum>;               ///< in which steps compute

    strided<sum const> sums; ///< A * B
    strided<Result> c;       ///< not read if beta is 0
    std::size_t m, n;
    sum alpha, beta;
    epilogue_list<type> then; ///< the steps
};

/// Applies a step to element (i, j).
template <class Context, class T>
[[nodiscard]] GPUALGO_DEVICE T apply_step(Context const& context, detail::epilogue_kind kind,
                                          T const* vector, T x, std::size_t i, std::size_t j) {
    using enum detail::epilogue_kind;
    switch (kind) {
    case bias: return x + context.global(vector).get(j);
    case scale_rows: return x * context.global(vector).get(i);
    case scale_columns: return x * context.global(vector).get(j);
    case relu: return x < T(0) ? T(0) : x;
    case detail::epilogue_kind::gelu: return kernel::gelu(x);
    case silu: return times_sigmoid(x, x);
    }
    return x;
}

/// Applies all steps to element (i, j).
template <class Context, class T>
[[nodiscard]] GPUALGO_DEVICE T apply_steps(Context const& context, epilogue_list<T> const& steps,
                                           T x, std::size_t i, std::size_t j) {
    // constant indices, so that the arguments are not copied to local memory
    unrolled<epilogue_list<T>::most>([&](auto s) {
        if (s < steps.count) x = apply_step(context, steps.kind[s], steps.vector[s], x, i, j);
    });
    return x;
}

/// Writes an element of C after all steps.
/// @param c C's elements
/// @param sum the element of A * B
template <class Context, class Array, class Value, class Result, class T>
GPUALGO_DEVICE void
write_element(Context const& context, Array c, matmul_problem<Value, Result> const& problem,
              epilogue_list<T> const& steps, std::size_t i, std::size_t j, T sum) {
    std::size_t const at = problem.c.at(i, j);
    T value = multiply_add(T{}, problem.alpha, sum);
    if (problem.beta != T{}) value = multiply_add(value, problem.beta, static_cast<T>(c.get(at)));
    c.put(at, static_cast<Result>(apply_steps(context, steps, value, i, j)));
}

/// C = steps(alpha * sums + beta * C)
struct matmul_epilogue {
    /// Grid-stride loop: each thread computes one element per iteration, neighbours along the
    /// contiguous dimension of C.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   epilogue_arguments<Value, Result> const& arguments, Op) {
        bool const by_rows = arguments.c.column_stride == 1;
        std::size_t const width = by_rows ? arguments.n : arguments.m;
        std::size_t const threads = context.block().num_threads();
        for (std::size_t e = context.block_rank() * threads + context.block().thread_rank();
             e < arguments.m * arguments.n; e += context.num_blocks() * threads)
            compute(context, arguments, by_rows ? e / width : e % width,
                    by_rows ? e % width : e / width);
    }

    /// Computes element (i, j).
    template <class Context, class Value, class Result>
    GPUALGO_DEVICE static void compute(Context const& context,
                                       epilogue_arguments<Value, Result> const& arguments,
                                       std::size_t i, std::size_t j) {
        using type = typename epilogue_arguments<Value, Result>::type;
        using sum = typename epilogue_arguments<Value, Result>::sum;
        auto const c = context.global(arguments.c.data);
        std::size_t const at = arguments.c.at(i, j);
        auto const product = context.global(arguments.sums.data).get(arguments.sums.at(i, j));
        auto x = static_cast<type>(multiply_add(sum{}, arguments.alpha, product));
        if (arguments.beta != sum{})
            x = multiply_add(x, static_cast<type>(arguments.beta), static_cast<type>(c.get(at)));
        c.put(at, static_cast<Result>(apply_steps(context, arguments.then, x, i, j)));
    }
};

} // namespace gpu::inline v0::kernel
