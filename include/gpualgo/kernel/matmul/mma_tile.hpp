// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of the operands of `matmul_mma` in shared memory, and the parts of them that mma.sync
/// multiplies: positions only, without accesses.
///
/// The lines of an operand are the rows of A or the columns of B. A tile has 128 lines by 64 bytes
/// along k. In shared memory it has the order of the matrix, so that copies move whole chunks of 16
/// bytes. Chunks of a row are permuted: then 8 chunks that are read at once lie in different banks.
///
/// A fragment has 16 lines by 32 bytes along k, in four words per lane. Lane l has the words (l %
/// 4) and 4 + (l % 4) along k of the lines (l / 4) and 8 + (l / 4). The PTX ISA calls these a0 to
/// a3 if the operand is A; if it is B, they are b0 and b1 of two instructions. That holds for all
/// of m16n8k8 on TF32, m16n8k16 on 16-bit elements and m16n8k32 on int8.
#pragma once

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::kernel {

/// The dimension in which an operand is contiguous in memory.
enum class contiguous : unsigned { along_k, along_lines };

/// A tile of elements of type T.
/// @tparam Order of the matrix
template <class T, contiguous Order>
struct mma_tile {
    static constexpr bool is_along_k = Order == contiguous::along_k; ///< rows are lines
    static constexpr unsigned lines = 128;                           ///< per tile
    static constexpr unsigned depth = 64 / sizeof(T);                ///< elements along k
    static constexpr unsigned size = 16 / sizeof(T);                 ///< elements per chunk
    static constexpr unsigned chunks = 512;                          ///< per tile
    /// rows in memory order, one per line or one per k
    static constexpr unsigned rows = is_along_k ? lines : depth;
    static constexpr unsigned row_chunks = chunks / rows; ///< chunks per row
    static constexpr unsigned fragments_along_k = 2;      ///< steps of 32 bytes

    /// Whether ldmatrix, which moves pairs of bytes, transposes pairs of lines. Bytes are then
    /// permuted in registers.
    static constexpr bool interleaves_lines = !is_along_k && sizeof(T) == 1;
    /// Whether ldmatrix transposes elements.
    static constexpr bool is_transposed = !is_along_k && sizeof(T) <= 2;
    /// Whether ldmatrix loads fragments; otherwise each lane loads its words of 4 bytes.
    static constexpr bool has_matrices = is_along_k || sizeof(T) <= 2;

    /// @return the second operand of the exclusive or of the places of a row's chunks
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned swizzle(unsigned row) {
        if (is_along_k) return row / 2 % 4; // two rows fill all banks
        if (sizeof(T) == 1) return row / 4 % 4 * 2 + row % 2;
        if (sizeof(T) == 2) return row % 8;
        return row % 4 * 2; // lanes read two chunks of four rows
    }
    /// @param row in memory order
    /// @param chunk of the row
    /// @return the chunk's place in the tile, in chunks
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at(unsigned row, unsigned chunk) {
        return row * row_chunks + (chunk ^ swizzle(row));
    }

    /// The chunk whose address a lane passes to ldmatrix. It loads four matrices of 8 chunks, whose
    /// addresses are those of lanes 0 to 7, 8 to 15 and so on.
    /// @param first line of the fragment, a multiple of 16
    /// @param step of 32 bytes along k
    /// @return its place in the tile, in chunks
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned
    chunk_of_lane(unsigned first, unsigned step, unsigned lane) {
        unsigned const upper = lane / 16, other = lane / 8 % 2, i = lane % 8;
        if (is_along_k) return at(first + lane % 16, step * 2 + upper);
        if (sizeof(T) == 2) return at(step * 16 + upper * 8 + i, first / 8 + other);
        // two of four successive k, and the other two in the next matrix
        return at(step * 32 + upper * 16 + i / 2 * 4 + other * 2 + i % 2, first / 16);
    }

    /// The place of a lane's word, in words, if the tile has no matrices.
    /// @param word of the fragment: 0 to 3
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned
    word_of_lane(unsigned first, unsigned step, unsigned lane, unsigned word) {
        unsigned const line = first + word % 2 * 8 + lane / 4;
        return at(step * 8 + word / 2 * 4 + lane % 4, line / 4) * 4 + line % 4;
    }

    /// @param position of a line in a fragment: 0 to 15
    /// @return which of the 16 lines it is in the matrix
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned line_of(unsigned position) {
        return interleaves_lines ? position % 8 * 2 + position / 8 : position;
    }
};

} // namespace gpu::inline v0::kernel
