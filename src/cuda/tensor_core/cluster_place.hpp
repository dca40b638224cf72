// SPDX-License-Identifier: Apache-2.0
/// @file
/// Clusters of blocks that compute adjacent tiles of C, and share tiles of A and B.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The blocks of a cluster, per column and per row of C. Those of a column share B's tile, those of
/// a row share A's; each loads a part for all.
struct cluster_shape {
    int rows = 1, columns = 1;

    [[nodiscard]] constexpr int blocks() const { return rows * columns; }
    /// The number of blocks that share a tile with one of them, and that one.
    [[nodiscard]] constexpr int mates() const { return rows + columns - 1; }
};

/// The place of a block in a cluster of `Rows` by `Columns` blocks. Its rank is row * Columns +
/// column.
template <int Rows, int Columns>
struct cluster_place {
    static constexpr unsigned mates = cluster_shape{Rows, Columns}.mates();

    int row, column;

    /// The bits of the ranks of the blocks in this row.
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint16_t row_mask() const {
        return static_cast<std::uint16_t>(((1u << Columns) - 1) << row * Columns);
    }

    /// The bits of the ranks of the blocks in this column.
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint16_t column_mask() const {
        unsigned mask = 0;
        for (int i = 0; i < Rows; ++i) mask |= 1u << (i * Columns + column);
        return static_cast<std::uint16_t>(mask);
    }

    /// The rank of the i-th block that shares a tile with this one, or is this one.
    /// @param i less than `mates`
    [[nodiscard]] GPUALGO_FUNCTION constexpr unsigned mate(unsigned i) const {
        unsigned const r = static_cast<unsigned>(row), c = static_cast<unsigned>(column);
        if (i < Columns) return r * Columns + i;
        unsigned const other = i - Columns; // of the other rows
        return (other < r ? other : other + 1) * Columns + c;
    }
};

} // namespace gpu::inline v0::sm90
