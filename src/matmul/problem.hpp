// SPDX-License-Identifier: Apache-2.0
/// @file
/// Converts a checked request for a product into a problem with typed matrices.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>

namespace gpu::inline v0::detail {

template <class T, class Index>
kernel::strided<T, Index> matrix_of(matmul_operand const& x) {
    return {static_cast<T*>(x.data), static_cast<Index>(x.row_stride),
            static_cast<Index>(x.column_stride)};
}

/// If alpha is 0, k becomes 0: as in BLAS, A and B are then not read.
template <class Value, class Result, class Index>
kernel::matmul_problem<Value, Result, Index> problem_of(matmul_request const& r) {
    using accumulator = matmul_accumulator<Value>;
    auto const alpha = *static_cast<accumulator const*>(r.alpha);
    return {matrix_of<Value const, Index>(r.a),
            matrix_of<Value const, Index>(r.b),
            matrix_of<Result, Index>(r.c),
            static_cast<Index>(r.m),
            static_cast<Index>(r.n),
            static_cast<Index>(alpha == 0 ? 0 : r.k),
            alpha,
            *static_cast<accumulator const*>(r.beta)};
}

} // namespace gpu::inline v0::detail
