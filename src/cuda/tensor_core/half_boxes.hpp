// SPDX-License-Identifier: Apache-2.0
/// @file
/// The boxes in which the copy engine stores a warpgroup's half of a tile.
#pragma once

#include "kernel_set.hpp"
#include "tile_parts.hpp"

#include <gpualgo/kernel/function.hpp>

#include <algorithm>

namespace gpu::inline v0::sm90 {

/// Rows of boxes have 128 bytes. Boxes follow one another down the half, and then across.
struct half_boxes {
    int rows, columns; ///< of the half
    int rows_of_box, columns_of_box;
    int buffers; ///< in shared memory

    [[nodiscard]] constexpr int in_column() const { return rows / rows_of_box; }
    [[nodiscard]] constexpr int count() const { return in_column() * (columns / columns_of_box); }

    /// Words of a box per thread.
    [[nodiscard]] constexpr int words() const { return rows_of_box * 32 / 128; }

    /// Sums per thread.
    [[nodiscard]] constexpr int sums() const { return rows * columns / 128; }

    /// The place of a box in the half.
    [[nodiscard]] GPUALGO_FUNCTION constexpr element_place at(int box) const {
        return {box % in_column() * rows_of_box, box / in_column() * columns_of_box};
    }

    /// The number of boxes that wait in registers until the next tile is being multiplied, see
    /// waiting_boxes. They fit into the buffers; if registers have no room for them, none waits.
    /// The first boxes never do: if all waited, products took longer than if none did. Nor does any
    /// of 32-bit elements if more than a quarter would wait. Otherwise tiles of 128 and of 192
    /// columns took up to 9 percent longer.
    [[nodiscard]] constexpr int waiting() const {
        constexpr int registers = 168; // for sums and words; with 176, some were spilled
        int const rest = std::min(buffers, count() - std::min(count(), buffers));
        bool const is_of_use = columns_of_box == 64 || 4 * rest <= count();
        return is_of_use && sums() + rest * words() <= registers ? rest : 0;
    }
};

/// The boxes of a persistent kernel.
/// @param element_bytes per element of C: 2 or 4
constexpr half_boxes boxes_of(variant const& v, int element_bytes) {
    int const rows = v.transposes ? v.rows_of_half() : 64;
    int const columns = v.transposes ? v.columns_of_half() : v.columns;
    return {rows, columns, static_cast<int>(v.rows_of_box()), 128 / element_bytes,
            v.boxes_in_memory()};
}

} // namespace gpu::inline v0::sm90
