// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products of int8 with one MN-major operand, R, which goes through registers. The
/// other operand, S, is K-major.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// A kernel variant, with tiles of 128 elements of R by `tile` elements of S.
struct int8_variant {
    std::string_view name; ///< for reports
    int tile;              ///< elements of S
    int stages;            ///< number of buffers, each for 128 of k
    int tile_ns;           ///< fixed time per tile on an H200
    int block_ns;          ///< time per 128 of k

    static constexpr unsigned threads = 384; ///< one warpgroup loads, two multiply

    /// Shared memory per block: stages, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        return 1024 + stages * (128 + tile) * 128 + 16 * stages;
    }
};

inline constexpr std::array int8_variants{
    int8_variant{"matmul_tensor_core<128, 256, in_registers>", 256, 4, 4500, 660},
    int8_variant{"matmul_tensor_core<128, 128, in_registers>", 128, 6, 3300, 420},
    int8_variant{"matmul_tensor_core<128, 64, in_registers>", 64, 8, 3500, 230},
};

/// The row, of 32 rows of 16 bytes, whose address lane l passes to ldmatrix. The rows are such that
/// lane l receives elements k = 4 (l % 4) to 4 (l % 4) + 3 of two columns. Lanes with l % 4 >= 2
/// receive the upper two first, so that the 8 rows of each matrix lie in different banks.
constexpr unsigned transposing_row(unsigned lane) {
    unsigned const matrix = lane / 8, i = lane % 8, quad = i / 2;
    return 4 * quad + i % 2 + ((matrix % 2 != quad / 2) ? 2 : 0) + matrix / 2 * 16;
}

/// The kernels, by variant and whether R is B. Compiled in int8.cu.
using int8_kernel_set = void const * [int8_variants.size()][2];
int8_kernel_set const& int8_register_kernels();

} // namespace gpu::inline v0::sm90
