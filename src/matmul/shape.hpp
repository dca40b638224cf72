// SPDX-License-Identifier: Apache-2.0
/// @file
/// The shapes of a product: what matrices conform, how they lie in memory, and whether they
/// overlap.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// A matrix as lines of neighbouring elements: rows of a row-major one, columns of a column-major
/// one.
struct matrix_lines {
    std::byte* first;
    std::size_t count;
    std::size_t bytes; ///< of a line
    std::size_t step;  ///< bytes from a line to the next, at least `bytes`

    /// Bytes from the first element to the end of the last one.
    [[nodiscard]] std::size_t span() const { return count == 0 ? 0 : (count - 1) * step + bytes; }
};

/// The lines of a checked operand.
matrix_lines lines_of(matmul_operand const& operand, std::int64_t rows, std::int64_t columns,
                      std::size_t element_bytes);

/// Whether two matrices have a byte in common. Lines of one may lie between those of the other.
bool overlap(matrix_lines const& x, matrix_lines const& y);

/// Checks the shapes, strides and addresses of all operands, and that C overlaps neither A nor B.
/// Gives strides that mean nothing, of matrices of a single line, a value that does: afterwards one
/// stride is 1, the other at least the width of a line and at least 1. Throws
/// std::invalid_argument; the caller adds the shapes.
/// @param value_bytes of an element of A and B
/// @param result_bytes of an element of C
void check_shapes(matmul_request& request, std::size_t value_bytes, std::size_t result_bytes);

} // namespace gpu::inline v0::detail
