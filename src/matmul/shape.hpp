// SPDX-License-Identifier: Apache-2.0
/// @file
/// The shapes of a product: checks of dimensions and strides, memory layout, and overlap.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::detail {

/// A matrix as lines of contiguous elements: the rows if it is row-major, the columns if it is
/// column-major.
struct matrix_lines {
    std::byte* first;
    std::size_t count;
    std::size_t bytes; ///< per line
    std::size_t step;  ///< bytes from one line to the next, at least `bytes`

    /// Bytes from the first element to the end of the last one.
    [[nodiscard]] std::size_t span() const { return count == 0 ? 0 : (count - 1) * step + bytes; }
};

/// The lines of a checked operand.
matrix_lines lines_of(matmul_operand const& operand, std::int64_t rows, std::int64_t columns,
                      std::size_t element_bytes);

/// Whether two matrices share a byte. Lines of one may lie between lines of the other.
bool overlap(matrix_lines const& x, matrix_lines const& y);

/// The equivalent product of the transposed matrices: C' = B' * A'.
inline matmul_request transposed(matmul_request r) {
    std::swap(r.a, r.b);
    std::swap(r.m, r.n);
    for (matmul_operand* const matrix : {&r.a, &r.b, &r.c})
        std::swap(matrix->row_stride, matrix->column_stride);
    return r;
}

/// Checks shapes, strides and addresses of all operands, and that C overlaps neither A nor B.
/// Replaces strides that do not matter because the matrix has a single line. Afterwards one stride
/// is 1, and the other is at least the length of a line and at least 1. Throws
/// std::invalid_argument; the caller adds the shapes to the message.
/// @param value_bytes size of an element of A and B
/// @param result_bytes size of an element of C
void check_shapes(matmul_request& request, std::size_t value_bytes, std::size_t result_bytes);

} // namespace gpu::inline v0::detail
