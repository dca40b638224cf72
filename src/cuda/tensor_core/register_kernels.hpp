// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products of int8 and TF32 with one MN-major operand, R, which goes through
/// registers. The other operand, S, is K-major.
#pragma once

#include <array>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// A kernel variant, with tiles of 128 elements of R by `tile` elements of S.
struct register_variant {
    std::string_view name; ///< for reports
    int tile;              ///< elements of S
    int stages;            ///< number of buffers, each for 128 bytes along k
    int sharers;           ///< blocks per cluster, adjacent along R, that share S's tile
    int squares;           ///< buffers for output of two warps; 0 if threads store C
    int tile_ns;           ///< fixed time per tile on an H200
    int step_ns;           ///< time per 128 bytes along k

    static constexpr unsigned threads = 384; ///< one warpgroup loads, two multiply

    /// Shared memory per block: stages, output, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        return 1024 + stages * (128 + tile) * 128 + 4 * squares * 32 * 128 + 16 * stages;
    }
};

inline constexpr std::array register_variants{
    register_variant{"matmul_tensor_core<128, 256, in_registers>", 256, 4, 2, 2, 6200, 690},
    register_variant{"matmul_tensor_core<128, 192, in_registers>", 192, 4, 2, 3, 5000, 525},
    register_variant{"matmul_tensor_core<128, 128, in_registers>", 128, 5, 1, 4, 4200, 365},
    register_variant{"matmul_tensor_core<128, 64, in_registers>", 64, 8, 1, 0, 2600, 242},
};

/// The row, of 32 rows of 16 bytes, whose address lane l passes to ldmatrix. The rows are such that
/// lane l receives elements k = 4 (l % 4) to 4 (l % 4) + 3 of two columns. Lanes with l % 4 >= 2
/// receive the upper two first, so that the 8 rows of each matrix lie in different banks.
constexpr unsigned transposing_row(unsigned lane) {
    unsigned const matrix = lane / 8, i = lane % 8, quad = i / 2;
    return 4 * quad + i % 2 + ((matrix % 2 != quad / 2) ? 2 : 0) + matrix / 2 * 16;
}

/// A lane loads two adjacent elements of R at a time, of the 16 of its warp's fragment of TF32. A
/// half of the warp reads four lines along k, in different banks.
/// @return the index of the first element in the tile's 128
constexpr unsigned pair_of_lane(unsigned warp, unsigned lane) {
    unsigned const group = lane / 4;
    return warp / 2 * 32 + group % 4 / 2 * 16 + warp % 2 * 8 + group / 4 * 4 + group % 2 * 2;
}

/// The kernels for one element type, by variant and whether R is B.
struct register_kernel_set {
    void const* of[register_variants.size()][2];
};

/// Compiled in int8.cu and tf32.cu.
register_kernel_set const& int8_register_kernels();
register_kernel_set const& tf32_register_kernels();

} // namespace gpu::inline v0::sm90
