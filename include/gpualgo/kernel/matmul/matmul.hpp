// SPDX-License-Identifier: Apache-2.0
/// @file
/// The product of matrices by a named strategy, C = alpha * A * B + beta * C: what all strategies
/// have in common.
///
/// All take any shape and any strides: of each matrix at least one stride is 1, and which one is
/// known at run time only. Bodies are written over a context, as those of reduce are, see
/// kernel/reduce.hpp.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>
#include <gpualgo/policy.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// A product of two elements added to a sum: rounded once; integers wrap.
/// @return sum + a * b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T multiply_add(T sum, T a, T b) {
    if constexpr (std::floating_point<T>) return std::fma(a, b, sum);
    else
        return static_cast<T>(static_cast<std::uint32_t>(sum) +
                              static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

/// Writes an element of C. Where beta is 0, what was there is never read: it may be NaN.
/// @param c C's elements
/// @param i the row
/// @param j the column
/// @param sum the element of A * B
template <class Array, class Value, class Result>
GPUALGO_DEVICE void write_element(Array c, matmul_problem<Value, Result> const& problem,
                                  std::size_t i, std::size_t j,
                                  detail::matmul_accumulator<Value> sum) {
    using accumulator = detail::matmul_accumulator<Value>;
    std::size_t const at = problem.c.at(i, j);
    accumulator value = multiply_add(accumulator{}, problem.alpha, sum);
    if (problem.beta != accumulator{})
        value = multiply_add(value, problem.beta, static_cast<accumulator>(c.get(at)));
    c.put(at, static_cast<Result>(value));
}

/// A thread's share of an element of A * B.
/// @param row of A
/// @param column of B
/// @param first the share's first product
/// @param step from one product of the share to the next
/// @return the sum of the products
template <class Context, class Value, class Result>
[[nodiscard]] GPUALGO_DEVICE detail::matmul_accumulator<Value>
dot_product(Context const& context, matmul_problem<Value, Result> const& problem, std::size_t row,
            std::size_t column, std::size_t first, std::size_t step) {
    using accumulator = detail::matmul_accumulator<Value>;
    auto const a = context.global(problem.a.data);
    auto const b = context.global(problem.b.data);
    accumulator sum{};
    for (std::size_t k = first; k < problem.k; k += step) {
        auto const left = static_cast<accumulator>(a.get(problem.a.at(row, k)));
        auto const right = static_cast<accumulator>(b.get(problem.b.at(k, column)));
        sum = multiply_add(sum, left, right);
    }
    return sum;
}

/// Calls f(0), f(1) ... f(N - 1), each with a constant: what is indexed with it can stay in
/// registers.
template <unsigned N, class F>
GPUALGO_DEVICE void unrolled(F f) {
    [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) {
        (f(std::integral_constant<unsigned, I>{}), ...);
    }
    (std::make_integer_sequence<unsigned, N>{});
}

/// Calls f(0), f(1) ... f(N - 1), on GPUs `Step` of them at once, whose numbers differ by
/// constants. On the CPU there is a loop.
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

/// How many pieces of a size a number is cut into, the last perhaps smaller.
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t pieces(std::size_t n, std::size_t size) {
    return n / size + (n % size != 0);
}

/// The product by a strategy. Each specialisation has
/// - `default_threads`, `accepts(threads)` and `taken`: threads a block where the policy does not
/// say, which ones the
///   strategy can work with, and these in words;
/// - `blocks<Value>(m, n, threads)`: blocks to launch;
/// - `slots<Value>(threads)`: elements that a block exchanges through memory, of type
/// `exchanged<Value>`;
/// - `run(context, problem, op)`: one block. `op` is plus.
template <class Policy, memory_space Space>
struct matmul;

/// Strategies whose blocks are 32 threads wide.
struct whole_warps {
    static constexpr unsigned default_threads = 256;                         ///< threads a block
    static constexpr std::string_view taken = "a multiple of 32 up to 1024"; ///< as messages say it
    /// @return whether blocks of so many threads can be used
    [[nodiscard]] static constexpr bool accepts(unsigned threads) { return threads % 32 == 0; }
};

/// Strategies that take blocks of any size.
struct any_threads {
    static constexpr unsigned default_threads = 256;       ///< threads a block
    static constexpr std::string_view taken = "1 to 1024"; ///< as messages say it
    /// @return whether blocks of so many threads can be used
    [[nodiscard]] static constexpr bool accepts(unsigned) { return true; }
};

/// Strategies whose threads exchange nothing through memory.
struct nothing_exchanged {
    /// The type of what is exchanged.
    template <class Value>
    using exchanged = Value;
    /// @return none
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots(unsigned) {
        return 0;
    }
};

} // namespace gpu::inline v0::kernel
