// SPDX-License-Identifier: Apache-2.0
/// @file
/// Computes products with BLAS. Transposition flags make copies unnecessary for any layout.
#pragma once

#include "blas.hpp"
#include "host/floating_environment.hpp"
#include "kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// Computes the product with `gemm`.
/// @return false, without computing anything, if a size does not fit BLAS's int
template <class T>
bool multiply_by_blas(host_problem<T, T> const& p, gemm_function<T> gemm) {
    constexpr int row_order = 101, column_order = 102, as_it_is = 111, transposed = 112;
    std::int64_t const lda = p.a.leading_dimension(p.k);
    std::int64_t const ldb = p.b.leading_dimension(p.n);
    std::int64_t const ldc = p.c.leading_dimension(p.n);
    bool const by_rows = p.c.is_row_major(p.n);
    int const transpose_a = p.a.is_row_major(p.k) == by_rows ? as_it_is : transposed;
    int const transpose_b = p.b.is_row_major(p.n) == by_rows ? as_it_is : transposed;
    if (std::max({p.m, p.n, p.k, lda, ldb, ldc}) > std::numeric_limits<int>::max()) return false;

    auto const number = [](std::int64_t x) { return static_cast<int>(x); };
    standard_floating_environment const standard;
    gemm(by_rows ? row_order : column_order, transpose_a, transpose_b, number(p.m), number(p.n),
         number(p.k), p.alpha, p.a.data, number(lda), p.b.data, number(ldb), p.beta, p.c.data,
         number(ldc));
    return true;
}

} // namespace gpu::inline v0::detail
