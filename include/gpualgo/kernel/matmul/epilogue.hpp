// SPDX-License-Identifier: Apache-2.0
/// @file
/// The steps of an epilogue: their definition for all devices, and a kernel that applies them to
/// the sums of a product.
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

/// gelu in its form with tanh.
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T gelu(T x) {
    return times_sigmoid(x, T(1.5957691216057308) * x * (T(1) + T(0.044715) * x * x));
}

/// The arguments of `matmul_epilogue`.
template <class Value, class Result>
struct epilogue_arguments {
    using sum = detail::matmul_accumulator<Value>;                    ///< the type of sums
    using type = epilogue_type<sum>;                                  ///< in which steps compute
    static constexpr std::size_t most = detail::epilogue_steps::most; ///< steps

    strided<sum const> sums; ///< A * B
    strided<Result> c;       ///< not read if beta is 0
    std::size_t m, n;
    sum alpha, beta;
    std::size_t count;                ///< of steps
    detail::epilogue_kind kind[most]; ///< of each
    type const* vector[most];         ///< of each; null if it has none
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
        // constant indices, so that the arguments are not copied to local memory
        unrolled<epilogue_arguments<Value, Result>::most>([&](auto s) {
            if (s < arguments.count)
                x = apply_step(context, arguments.kind[s], arguments.vector[s], x, i, j);
        });
        c.put(at, static_cast<Result>(x));
    }
};

} // namespace gpu::inline v0::kernel
