// SPDX-License-Identifier: Apache-2.0
/// @file
/// A product by BLAS, which takes any layout: by transposition flags, without copies.
#pragma once

#include "blas.hpp"
#include "floating_environment.hpp"
#include "matmul_problem.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// A matrix as BLAS describes it.
struct blas_layout {
    bool row_major;
    std::int64_t leading_dimension;

    template <class T>
    blas_layout(strided<T> const& x, std::int64_t columns)
        // One row or column can have both strides 1; BLAS then still wants a leading dimension as
        // large as a line.
        : row_major(x.column_stride == 1 && x.row_stride >= columns),
          leading_dimension(row_major ? x.row_stride : x.column_stride) {}
};

/// Computes the product by `gemm`.
/// @return false, with nothing done, where BLAS cannot count that far
template <class T>
bool multiply_by_blas(matmul_problem<T, T> const& p, gemm_function<T> gemm) {
    constexpr int row_order = 101, column_order = 102, as_it_is = 111, transposed = 112;
    blas_layout const a(p.a, p.k), b(p.b, p.n), c(p.c, p.n);
    auto const sizes = {
        p.m, p.n, p.k, a.leading_dimension, b.leading_dimension, c.leading_dimension};
    if (std::max(sizes) > std::numeric_limits<int>::max()) return false;

    auto const flag = [&](blas_layout const& x) {
        return x.row_major == c.row_major ? as_it_is : transposed;
    };
    auto const number = [](std::int64_t x) { return static_cast<int>(x); };
    standard_floating_environment const standard;
    gemm(c.row_major ? row_order : column_order, flag(a), flag(b), number(p.m), number(p.n),
         number(p.k), p.alpha, p.a.data, number(a.leading_dimension), p.b.data,
         number(b.leading_dimension), p.beta, p.c.data, number(c.leading_dimension));
    return true;
}

} // namespace gpu::inline v0::detail
