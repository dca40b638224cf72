// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products of double, with mma of 16 by 8 by 8. C is row-major.
#pragma once

#include "kernel_set.hpp"
#include "product_arguments.hpp"
#include "tile_parts.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// A kernel variant, with tiles of 128 columns.
struct double_variant {
    std::string_view name; ///< for reports
    int rows;              ///< per tile: 64 or 128
    int warp_columns;      ///< a multiplying warp has 32 rows of so many elements
    int stages;            ///< number of buffers, each for 16 of k
    int begin_ns;          ///< time before the first products, and after the last, on an H200
    int tile_ns;           ///< fixed time per tile
    int step_ns;           ///< time per 16 of k

    /// See dividing_ns.
    [[nodiscard]] constexpr int part_ns() const { return rows == 128 ? 2200 : 1200; }

    [[nodiscard]] constexpr unsigned multiplying_threads() const {
        return static_cast<unsigned>(rows * 128 / warp_columns);
    }
    /// Threads per block: four warps load.
    [[nodiscard]] constexpr unsigned threads() const { return 128 + multiplying_threads(); }

    /// Shared memory per block: stages, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        return 1024 + stages * (128 + rows) * 128 + 16 * stages;
    }
};

inline constexpr std::array double_variants{
    double_variant{"matmul_tensor_core<128, 128>", 128, 64, 6, 2600, 2300, 1070},
    double_variant{"matmul_tensor_core<64, 128>", 64, 32, 8, 2700, 1200, 550},
};

/// The warps of the left half of a block's tiles are so many steps ahead if k is short: they store
/// while the others multiply.
inline constexpr int steps_of_lead = 4;

/// The most steps of k for which they are. Stores take less of the time if k is longer. On an H200,
/// 2048x2048x256 took 6 percent less time, but products of 64 steps and more up to 3 percent more.
inline constexpr int most_steps_with_lead = 32;

/// A variant of the kernel for few tiles: a block, or a cluster that splits k, computes one tile.
struct few_doubles_variant {
    std::string_view name; ///< for reports
    int rows, columns;     ///< per tile
    int warp_columns;      ///< a multiplying warp has 32 rows of so many elements
    int groups;            ///< of warps, which take steps of k in turn
    int stages;            ///< number of buffers, each for 16 of k; a multiple of `groups`
    int parts;             ///< blocks per cluster that split k
    int residents;         ///< blocks per multiprocessor
    int tile_ns;           ///< fixed time per tile on an H200
    int step_ns;           ///< time per 16 of k

    /// Warps of a group.
    [[nodiscard]] constexpr int warps() const { return rows / 32 * (columns / warp_columns); }
    [[nodiscard]] constexpr int multiplying_threads() const { return warps() * groups * 32; }
    /// Threads per block: one warp loads.
    [[nodiscard]] constexpr unsigned threads() const {
        return static_cast<unsigned>(multiplying_threads()) + 32;
    }
    /// Shared memory for stages. Afterwards it has the sums of each group.
    [[nodiscard]] constexpr int tile_bytes() const {
        return std::max(stages * (rows + columns) * 128, groups * rows * columns * 8);
    }
    /// Shared memory per block: stages, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const { return 1024 + tile_bytes() + 16 * stages; }
};

inline constexpr std::array few_doubles_variants{
    few_doubles_variant{"matmul_tensor_core<32, 32>", 32, 32, 32, 4, 24, 1, 1, 1850, 95},
    few_doubles_variant{"matmul_tensor_core<32, 48>", 32, 48, 48, 4, 20, 1, 1, 2100, 133},
    few_doubles_variant{"matmul_tensor_core<64, 64, split_k>", 64, 64, 32, 2, 12, 2, 1, 3700, 288},
    few_doubles_variant{"matmul_tensor_core<64, 48>", 64, 48, 48, 4, 12, 1, 1, 2700, 211},
    few_doubles_variant{"matmul_tensor_core<64, 64>", 64, 64, 32, 2, 12, 1, 1, 2600, 277},
    few_doubles_variant{"matmul_tensor_core<64, 96>", 64, 96, 48, 2, 10, 1, 1, 2950, 425},
    few_doubles_variant{"matmul_tensor_core<64, 64, two_blocks>", 64, 64, 32, 1, 6, 1, 2, 2950,
                        300},
    few_doubles_variant{"matmul_tensor_core<64, 96, two_blocks>", 64, 96, 48, 1, 5, 1, 2, 3050,
                        445},
};

/// They are the third dimension of a grid.
inline constexpr int most_products_of_few_tiles = 65535;

/// The kernels: those of `double_variants`, then those of `few_doubles_variants`. Compiled in
/// double.cu.
struct double_kernel_set {
    static constexpr std::size_t size = double_variants.size() + few_doubles_variants.size();
    /// By variant, order of A, and order of B.
    void const* of[size][2][2];
};
double_kernel_set const& double_kernels();

} // namespace gpu::inline v0::sm90
