// SPDX-License-Identifier: Apache-2.0
/// @file
/// A matrix product with its types known: C = alpha * A * B + beta * C.
#pragma once

#include <gpualgo/detail/matmul_lists.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A matrix in memory: element (i, j) is data[i * row_stride + j * column_stride].
template <class T>
struct strided {
    T* data;
    std::int64_t row_stride;    ///< in elements
    std::int64_t column_stride; ///< in elements

    [[nodiscard]] T* at(std::int64_t i, std::int64_t j) const {
        return data + i * row_stride + j * column_stride;
    }
    [[nodiscard]] strided transposed() const { return {data, column_stride, row_stride}; }
};

/// C = alpha * A * B + beta * C; where beta is 0, C is not read. A is m by k, B is k by n, C is m
/// by n and has a stride of 1.
template <class Value, class Result>
struct matmul_problem {
    using accumulator = matmul_accumulator<Value>;

    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    strided<Value const> a;
    strided<Value const> b;
    strided<Result> c;
    accumulator alpha;
    accumulator beta;

    /// The same product, read as that of the transposed matrices: C' = alpha * B' * A' + beta * C'.
    [[nodiscard]] matmul_problem transposed() const {
        return {n, m, k, b.transposed(), a.transposed(), c.transposed(), alpha, beta};
    }
};

} // namespace gpu::inline v0::detail
