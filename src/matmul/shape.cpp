// SPDX-License-Identifier: Apache-2.0
#include "shape.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// If a matrix has at most one row or column, replaces its free stride by the one of gapless lines.
void settle_strides(matmul_operand& matrix, std::int64_t rows, std::int64_t columns) {
    if (rows == 0 || columns == 0) {
        matrix.row_stride = std::max<std::int64_t>(columns, 1);
        matrix.column_stride = 1;
        return;
    }
    if (rows == 1 && matrix.column_stride != 1) matrix.row_stride = 1;
    if (columns == 1 && matrix.row_stride != 1) matrix.column_stride = 1;
    if (rows == 1 && matrix.column_stride == 1) matrix.row_stride = columns;
    if (columns == 1 && matrix.row_stride == 1) matrix.column_stride = rows;
}

/// @param name of the matrix
void check_matrix(matmul_operand& matrix, std::string const& name, std::int64_t rows,
                  std::int64_t columns, std::size_t element_bytes) {
    settle_strides(matrix, rows, columns);
    bool const row_major = matrix.is_row_major(columns);
    if (!row_major && !matrix.transposed().is_row_major(rows))
        throw std::invalid_argument(name + " has the strides " + std::to_string(matrix.row_stride) +
                                    " (of rows) and " + std::to_string(matrix.column_stride) +
                                    " (of columns); one must be 1, and the other at least the "
                                    "number of elements in a line");
    if (rows == 0 || columns == 0) return;
    if (matrix.data == nullptr) throw std::invalid_argument(name + " is a null pointer");
    auto const limit =
        static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / element_bytes;
    auto const lines = static_cast<std::size_t>(row_major ? rows : columns);
    auto const step = static_cast<std::size_t>(matrix.leading_dimension(columns));
    if (step > limit || lines > limit / step)
        throw std::invalid_argument(name + " is larger than the address space");
}

} // namespace

matrix_lines lines_of(matmul_operand const& operand, std::int64_t rows, std::int64_t columns,
                      std::size_t element_bytes) {
    bool const row_major = operand.is_row_major(columns);
    auto const count = static_cast<std::size_t>(row_major ? rows : columns);
    auto const width = static_cast<std::size_t>(row_major ? columns : rows);
    auto const step = static_cast<std::size_t>(operand.leading_dimension(columns));
    return {static_cast<std::byte*>(operand.data), width == 0 ? 0 : count, width * element_bytes,
            step * element_bytes};
}

bool overlap(matrix_lines const& x, matrix_lines const& y) {
    if (x.count == 0 || y.count == 0) return false;
    auto const at_x = reinterpret_cast<std::uintptr_t>(x.first);
    auto const at_y = reinterpret_cast<std::uintptr_t>(y.first);
    if (at_x + x.span() <= at_y || at_y + y.span() <= at_x) return false;
    if (x.count > y.count) return overlap(y, x);
    // the first line of y that ends after the beginning of this line of x
    for (std::size_t i = 0; i < x.count; ++i) {
        std::uintptr_t const begin = at_x + i * x.step;
        std::size_t const j = begin < at_y + y.bytes ? 0 : (begin - at_y - y.bytes) / y.step + 1;
        if (j < y.count && at_y + j * y.step < begin + x.bytes) return true;
    }
    return false;
}

void check_shapes(matmul_request& r, std::size_t value_bytes, std::size_t result_bytes) {
    if (r.m < 0 || r.n < 0 || r.k < 0)
        throw std::invalid_argument(
            "a matrix has a negative number of rows or columns, or more than 2^63");
    check_matrix(r.a, "A", r.m, r.k, value_bytes);
    check_matrix(r.b, "B", r.k, r.n, value_bytes);
    check_matrix(r.c, "C", r.m, r.n, result_bytes);
    auto const c = lines_of(r.c, r.m, r.n, result_bytes);
    if (overlap(c, lines_of(r.a, r.m, r.k, value_bytes)))
        throw std::invalid_argument("C overlaps A: elements would be written before they are read");
    if (overlap(c, lines_of(r.b, r.k, r.n, value_bytes)))
        throw std::invalid_argument("C overlaps B: elements would be written before they are read");
}

} // namespace gpu::inline v0::detail
