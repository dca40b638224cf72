// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices as the copy engine is told of them.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Lines of contiguous elements.
struct line_matrix {
    void const* data;
    std::int64_t width; ///< elements of a line
    std::int64_t lines;
    std::int64_t stride; ///< elements from a line to the next
    std::size_t element_bytes;

    /// Whether the copy engine takes it: lines begin at multiples of 16 bytes.
    [[nodiscard]] bool is_aligned() const {
        return reinterpret_cast<std::uintptr_t>(data) % 16 == 0 &&
               (lines == 1 || static_cast<std::size_t>(stride) * element_bytes % 16 == 0);
    }
};

/// The width and lines of what is copied at once.
struct box_shape {
    unsigned width, lines;
};

/// A map of an aligned matrix, or of several that follow each other, of boxes of one of them whose
/// lines of 64 or 128 bytes are swizzled. Throws gpu::error if the driver refuses it.
CUtensorMap make_tensor_map(CUtensorMapDataType type, line_matrix const& matrix, box_shape box,
                            unsigned planes = 1);

} // namespace gpu::inline v0::sm90
