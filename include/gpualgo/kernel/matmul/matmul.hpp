// SPDX-License-Identifier: Apache-2.0
/// @file
/// The parts common to all strategies of the matrix product C = alpha * A * B + beta * C.
///
/// Every strategy takes any shape. At least one stride of each matrix is 1; which one is known only
/// at run time. Kernel bodies are templates over a context, see kernel/reduce/reduce.hpp.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>
#include <gpualgo/kernel/unrolled.hpp>
#include <gpualgo/policy.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// Adds a product to a sum, rounded once (fma); integers wrap.
/// @return sum + a * b
template <class T>
[[nodiscard]] GPUALGO_FUNCTION T multiply_add(T sum, T a, T b) {
    if constexpr (std::floating_point<T>) return std::fma(a, b, sum);
    else
        return static_cast<T>(static_cast<std::uint32_t>(sum) +
                              static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

/// Writes an element of C. If beta is 0, C is never read: it may hold NaN.
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

/// Sums the calling thread's share of the k products of an element of A * B.
/// @param row of A
/// @param column of B
/// @param first index of the share's first product
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

/// n / size, rounded up.
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t pieces(std::size_t n, std::size_t size) {
    return n / size + (n % size != 0);
}

/// The product by a strategy. Each specialisation has
/// - `default_threads`: threads per block if the policy sets no block size;
/// - `accepts(threads)`: whether the strategy works with blocks of this size;
/// - `taken`: the accepted sizes in words;
/// - `blocks<Value>(m, n, threads)`: blocks to launch;
/// - `slots<Value>(threads)`: elements, of type `exchanged<Value>`, through which the threads of a
///   block exchange values in memory;
/// - `run(context, problem, op)`: the kernel body, called by all threads. `op` is plus.
template <class Policy, memory_space Space>
struct matmul;

/// Base of strategies whose blocks consist of whole warps.
struct whole_warps {
    static constexpr unsigned default_threads = 256;                         ///< threads per block
    static constexpr std::string_view taken = "a multiple of 32 up to 1024"; ///< in messages
    /// @return whether blocks of this size can be used
    [[nodiscard]] static constexpr bool accepts(unsigned threads) { return threads % 32 == 0; }
};

/// Base of strategies that take blocks of any size.
struct any_threads {
    static constexpr unsigned default_threads = 256;       ///< threads per block
    static constexpr std::string_view taken = "1 to 1024"; ///< in messages
    /// @return whether blocks of this size can be used
    [[nodiscard]] static constexpr bool accepts(unsigned) { return true; }
};

/// Base of strategies whose threads exchange nothing through memory.
struct nothing_exchanged {
    /// The type of exchanged values.
    template <class Value>
    using exchanged = Value;
    /// @return none
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots(unsigned) {
        return 0;
    }
};

} // namespace gpu::inline v0::kernel
