// SPDX-License-Identifier: Apache-2.0
/// @file
/// Describes matrices to the copy engine.
#pragma once

#include "line_begin.hpp"

#include <cuda.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// A matrix as lines of contiguous elements.
struct line_matrix {
    void const* data;
    std::int64_t width; ///< elements per line
    std::int64_t lines;
    std::int64_t stride; ///< elements from one line to the next
    std::size_t element_bytes;

    friend bool operator==(line_matrix const&, line_matrix const&) = default;

    /// Whether the copy engine accepts the matrix: lines begin at multiples of 16 bytes.
    [[nodiscard]] bool is_aligned() const {
        return reinterpret_cast<std::uintptr_t>(data) % 16 == 0 &&
               (lines == 1 || static_cast<std::size_t>(stride) * element_bytes % 16 == 0);
    }

    [[nodiscard]] line_begin begin() const {
        return begin_of_lines(reinterpret_cast<std::uintptr_t>(data),
                              lines == 1 ? 0 : static_cast<std::size_t>(stride) * element_bytes);
    }
};

/// The size of a box: elements per line, and lines.
struct box_shape {
    unsigned width, lines;

    friend bool operator==(box_shape const&, box_shape const&) = default;
};

/// Matrices of one shape at equal distances.
struct matrix_stack {
    std::int64_t count = 1;
    std::int64_t stride = 0; ///< elements from one to the next

    friend bool operator==(matrix_stack const&, matrix_stack const&) = default;

    /// Whether the copy engine accepts the distance.
    [[nodiscard]] bool is_aligned(std::size_t element_bytes) const {
        constexpr std::int64_t longest = std::int64_t{1} << 36;
        return count == 1 || (stride >= 0 && stride <= longest &&
                              static_cast<std::size_t>(stride) * element_bytes % 16 == 0);
    }
};

/// A tensor map of an aligned matrix. The lines of boxes, of 128 bytes, are swizzled. Throws
/// gpu::error if the driver refuses the matrix.
CUtensorMap make_tensor_map(CUtensorMapDataType type, line_matrix const& matrix, box_shape box);

/// The same with three dimensions, for one or more matrices. Boxes belong to one matrix.
/// @param matrix the first one
CUtensorMap make_tensor_map(CUtensorMapDataType type, line_matrix const& matrix, box_shape box,
                            matrix_stack const& matrices);

} // namespace gpu::inline v0::sm90
