// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products of double, by mma of 16 by 8 by 8. A and B are row-major.
#pragma once

#include <array>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// A way to compute tiles of 128 columns.
struct double_variant {
    std::string_view name; ///< as reports have it
    int rows;              ///< of a tile: 64 or 128
    int stages;            ///< buffers for 16 of k
    int tile_ns;           ///< time of a tile beside its blocks of k, on an H200
    int block_ns;          ///< time of 16 of k

    /// Threads of a block: four warps that load, and one that multiplies for each 32 by 64
    /// elements.
    [[nodiscard]] constexpr unsigned threads() const {
        return 128 + 64 * static_cast<unsigned>(rows / 32);
    }

    /// Shared memory of a block: stages, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        return 1024 + stages * (128 + rows) * 128 + 16 * stages;
    }
};

inline constexpr std::array double_variants{
    double_variant{"matmul_tensor_core<128, 128>", 128, 6, 2500, 1085},
    double_variant{"matmul_tensor_core<64, 128>", 64, 8, 2500, 690},
};

/// The kernels, by variant. Compiled in double.cu.
using double_kernel_set = void const * [double_variants.size()];
double_kernel_set const& double_kernels();

} // namespace gpu::inline v0::sm90
