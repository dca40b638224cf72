// SPDX-License-Identifier: Apache-2.0
/// @file
/// A matrix product of known types, the same for all devices: C = alpha * A * B + beta * C.
#pragma once

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// A matrix in memory, or a part of one: element (i, j) is data[at(i, j)].
/// @tparam T the element type; void if it is not known
/// @tparam Index the type of indices: std::size_t in kernels, std::int64_t on the host
template <class T, class Index = std::size_t>
struct strided {
    T* data = nullptr;       ///< element (0, 0)
    Index row_stride = 1;    ///< elements from a row to the next
    Index column_stride = 1; ///< elements from a column to the next

    /// @return the index of element (i, j) in `data`
    [[nodiscard]] GPUALGO_FUNCTION constexpr Index at(Index i, Index j) const {
        return i * row_stride + j * column_stride;
    }
    /// @return the part that begins at element (i, j)
    [[nodiscard]] GPUALGO_FUNCTION constexpr strided from(Index i, Index j) const {
        return {data + at(i, j), row_stride, column_stride};
    }
    /// @return the transpose: the same elements with rows and columns swapped
    [[nodiscard]] GPUALGO_FUNCTION constexpr strided transposed() const {
        return {data, column_stride, row_stride};
    }
    /// A matrix of one row or one column can have two strides of 1: it is row-major if it has one
    /// column.
    /// @param columns of the matrix
    /// @return whether rows are contiguous and do not overlap
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool is_row_major(Index columns) const {
        return column_stride == 1 && row_stride >= columns;
    }
    /// @param columns of the matrix
    /// @return elements from a row to the next if row-major, otherwise from a column to the next
    [[nodiscard]] GPUALGO_FUNCTION constexpr Index leading_dimension(Index columns) const {
        return is_row_major(columns) ? row_stride : column_stride;
    }
};

/// The operands of a product. A is m by k, B is k by n, and C is m by n.
/// @tparam Value the element type of A and B
/// @tparam Result the element type of C
/// @tparam Index see `strided`
template <class Value, class Result, class Index = std::size_t>
struct matmul_problem {
    using accumulator = detail::matmul_accumulator<Value>; ///< the type of sums

    strided<Value const, Index> a;
    strided<Value const, Index> b;
    strided<Result, Index> c; ///< not read if beta is 0
    Index m, n, k;
    accumulator alpha, beta;

    /// @return the same product by transposed matrices: C' = alpha * B' * A' + beta * C'
    [[nodiscard]] constexpr matmul_problem transposed() const {
        return {b.transposed(), a.transposed(), c.transposed(), n, m, k, alpha, beta};
    }
};

} // namespace gpu::inline v0::kernel
