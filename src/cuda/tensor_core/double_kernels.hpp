// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products of double, with mma of 16 by 8 by 8. A and B are row-major.
#pragma once

#include "product_arguments.hpp"
#include "tile_parts.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// A kernel variant, with tiles of 128 columns.
struct double_variant {
    std::string_view name; ///< for reports
    int rows;              ///< per tile: 64 or 128
    int warp_columns;      ///< a multiplying warp has 32 rows of so many elements
    int stages;            ///< number of buffers, each for 16 of k
    int tile_ns;           ///< fixed time per tile on an H200
    int block_ns;          ///< time per 16 of k

    /// The time to store and load a part of a divided tile.
    [[nodiscard]] constexpr int part_ns() const { return rows / 64 * 20; }

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
    double_variant{"matmul_tensor_core<128, 128>", 128, 64, 6, 2500, 1085},
    double_variant{"matmul_tensor_core<64, 128>", 64, 32, 8, 3500, 545},
};

/// The kernels, by variant. Compiled in double.cu.
using double_kernel_set = void const * [double_variants.size()];
double_kernel_set const& double_kernels();

/// Adds the parts of divided tiles, in the order of the stream.
void add_double_parts(cudaStream_t stream, product_arguments<double, double> const& p,
                      tile_parts<double> const& parts, batch_of_products const& batch,
                      double_variant const& v);

} // namespace gpu::inline v0::sm90
