// SPDX-License-Identifier: Apache-2.0
/// @file
/// A product of matrices with its types known, the same for all devices: C = alpha * A * B + beta *
/// C.
#pragma once

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// A matrix in memory, or a part of one: element (i, j) is data[at(i, j)].
/// @tparam T an element; void if its type is not known
/// @tparam Index what counts elements: std::size_t in kernels, std::int64_t on the host
template <class T, class Index = std::size_t>
struct strided {
    T* data = nullptr;       ///< element (0, 0)
    Index row_stride = 1;    ///< elements from a row to the next
    Index column_stride = 1; ///< elements from a column to the next

    /// @return the place of element (i, j)
    [[nodiscard]] GPUALGO_FUNCTION constexpr Index at(Index i, Index j) const {
        return i * row_stride + j * column_stride;
    }
    /// @return the part that begins at element (i, j)
    [[nodiscard]] GPUALGO_FUNCTION constexpr strided from(Index i, Index j) const {
        return {data + at(i, j), row_stride, column_stride};
    }
    /// @return the same elements, rows being columns
    [[nodiscard]] GPUALGO_FUNCTION constexpr strided transposed() const {
        return {data, column_stride, row_stride};
    }
    /// A single row or column can have both strides 1: it is row-major if its rows are long enough
    /// to hold it.
    /// @param columns of the matrix
    /// @return whether the elements of a row lie side by side, and rows apart
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool is_row_major(Index columns) const {
        return column_stride == 1 && row_stride >= columns;
    }
    /// @param columns of the matrix
    /// @return elements from a line to the next: from a row, or a column
    [[nodiscard]] GPUALGO_FUNCTION constexpr Index leading_dimension(Index columns) const {
        return is_row_major(columns) ? row_stride : column_stride;
    }
};

/// What a product works on. A has m by k elements, B has k by n, C has m by n.
/// @tparam Value what A and B hold
/// @tparam Result what C holds
/// @tparam Index see `strided`
template <class Value, class Result, class Index = std::size_t>
struct matmul_problem {
    using accumulator = detail::matmul_accumulator<Value>; ///< what products are summed in

    strided<Value const, Index> a;
    strided<Value const, Index> b;
    strided<Result, Index> c; ///< if beta is 0, it is not read
    Index m, n, k;
    accumulator alpha, beta;

    /// @return the same product, read as that of the transposed matrices: C' = alpha * B' * A' +
    /// beta * C'
    [[nodiscard]] constexpr matmul_problem transposed() const {
        return {b.transposed(), a.transposed(), c.transposed(), n, m, k, alpha, beta};
    }
};

} // namespace gpu::inline v0::kernel
