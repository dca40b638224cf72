// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels that multiply by wgmma with both operands in shared memory, and their launch
/// parameters. C is row-major. Operands of 16-bit elements may have either order; those of int8 and
/// TF32 are K-major.
#pragma once

#include "cluster_place.hpp"
#include "product_arguments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// The contiguous dimension of an operand: k, or that of C (rows of A, columns of B).
enum class major : unsigned { k, mn };

/// A kernel variant. Each is compiled for every combination of types and orders; those that
/// transpose for elements of 16 bits and a K-major A only.
struct variant {
    std::string_view name; ///< for reports
    int columns;           ///< per tile
    int stages;            ///< number of buffers, each for 128 bytes along k of A's and B's tiles
    cluster_shape cluster; ///< of blocks that share tiles of A and B
    int parts;             ///< blocks per cluster that split k of one tile of C
    bool is_persistent; ///< one block per multiprocessor computes tile after tile, also of batches
    int band;           ///< rows of tiles per band of a persistent kernel, see tile_order
    int tile_ns;        ///< fixed time per tile on an H200 or H100
    int block_ns;       ///< time per 128 bytes along k, unless loading takes longer: loading_ns
    /// a persistent kernel for batches, whose two warpgroups compute tiles of 64 rows in turn
    bool alternates = false;
    /// rows of a tile if the kernel computes transposed tiles, see transposed_product and
    /// tile_half; otherwise 0
    int transposed_rows = 0;

    [[nodiscard]] constexpr bool transposes() const { return transposed_rows > 0; }

    /// Whether the kernel is persistent_product.
    [[nodiscard]] constexpr bool is_persistent_product() const {
        return is_persistent && !alternates;
    }

    /// Rows of a tile of C.
    [[nodiscard]] constexpr int rows() const {
        return transposes() ? transposed_rows : alternates ? 64 : 128;
    }

    /// Rows of A that a block loads for a tile.
    [[nodiscard]] constexpr int loaded_rows() const { return rows() / cluster.columns; }

    /// Columns of B that a block loads for a tile.
    [[nodiscard]] constexpr int loaded_columns() const { return columns / cluster.rows; }

    /// Rows of C in a box that the copy engine stores.
    [[nodiscard]] constexpr unsigned rows_of_box() const {
        if (!transposes()) return 64;
        if (!is_persistent) return static_cast<unsigned>(rows());
        return rows() % 48 == 0 ? 48 : 32; // not all: stages leave little memory
    }

    /// Threads per block: two warpgroups that multiply, and one warpgroup or warp that loads.
    [[nodiscard]] constexpr unsigned threads() const { return is_persistent_product() ? 384 : 288; }

    [[nodiscard]] constexpr int stage_bytes() const { return stages * (rows() + columns) * 128; }

    /// Shared memory per block: stages, output buffers, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        int const leaving = is_persistent
                                ? 4 * static_cast<int>(rows_of_box()) * 128
                                : (parts - 1) * 128 * (columns / parts) * int{sizeof(float)};
        return 1024 + stage_bytes() + leaving + 16 * stages + 16;
    }
};

/// Blocks that load all of their tiles themselves; that share B's tile, A's, or both.
inline constexpr cluster_shape alone{}, shared_b{2, 1}, shared_a{1, 2}, shared{2, 2};

inline constexpr auto variants = std::to_array<variant>({
    {"matmul_tensor_core<128, 256, persistent>", 256, 4, alone, 1, true, 12, 1400, 750},
    {"matmul_tensor_core<128, 256, persistent, shared_b>", 256, 4, shared_b, 1, true, 12, 1700,
     730},
    {"matmul_tensor_core<128, 192, persistent>", 192, 4, alone, 1, true, 12, 1000, 565},
    {"matmul_tensor_core<128, 192, persistent, shared_b>", 192, 4, shared_b, 1, true, 12, 1300,
     555},
    {"matmul_tensor_core<128, 128, persistent>", 128, 6, alone, 1, true, 16, 1300, 425},
    {"matmul_tensor_core<128, 256, shared_b>", 256, 4, shared_b, 1, false, 0, 2600, 700},
    {"matmul_tensor_core<128, 192>", 192, 5, alone, 1, false, 0, 2200, 490},
    {"matmul_tensor_core<128, 128, shared_b>", 128, 6, shared_b, 1, false, 0, 3100, 310},
    {"matmul_tensor_core<128, 128>", 128, 6, alone, 1, false, 0, 1700, 345},
    {"matmul_tensor_core<128, 128, split_k>", 128, 6, alone, 2, false, 0, 2900, 370},
    {"matmul_tensor_core<128, 64>", 64, 8, alone, 1, false, 0, 1520, 234},
    {"matmul_tensor_core<128, 64, split_k>", 64, 8, alone, 2, false, 0, 2050, 275},
    {"matmul_tensor_core<64, 64, alternating>", 64, 11, alone, 1, true, 16, 300, 400, true},
    {"matmul_tensor_core<80, 128>", 128, 6, alone, 1, false, 0, 1800, 220, false, 80},
    {"matmul_tensor_core<80, 128, shared>", 128, 6, shared, 1, false, 0, 2150, 220, false, 80},
    {"matmul_tensor_core<96, 128, shared>", 128, 6, shared, 1, false, 0, 2350, 250, false, 96},
    {"matmul_tensor_core<112, 128, shared>", 128, 5, shared, 1, false, 0, 2250, 295, false, 112},
    {"matmul_tensor_core<144, 128, shared_a>", 128, 5, shared_a, 1, false, 0, 2450, 370, false,
     144},
    {"matmul_tensor_core<144, 128, shared>", 128, 5, shared, 1, false, 0, 2600, 375, false, 144},
    {"matmul_tensor_core<160, 128>", 128, 5, alone, 1, false, 0, 2450, 400, false, 160},
    {"matmul_tensor_core<160, 128, shared>", 128, 5, shared, 1, false, 0, 2700, 410, false, 160},
    {"matmul_tensor_core<144, 256, persistent, shared_b>", 256, 4, shared_b, 1, true, 12, 1850, 835,
     false, 144},
    {"matmul_tensor_core<160, 256, persistent, shared_b>", 256, 4, shared_b, 1, true, 12, 1900, 890,
     false, 160},
});

/// The number of variants that compute transposed tiles; they are the last ones. Elements have 16
/// bits, A is K-major, and there is one product.
inline constexpr auto transposing_variants = static_cast<std::size_t>(
    std::ranges::count_if(variants, [](variant const& v) { return v.transposes(); }));

/// Overrides for tests and benchmarks; by default the shape decides.
struct tuning {
    int variant = -1; ///< index of the variant
    int band = 0;     ///< see tile_order
    int divides = -1; ///< whether tiles are divided, see tile_stream: 0, 1, or by expected time
};

/// Maximum shared memory per block for compute capability 9.0.
inline constexpr int most_shared_bytes = 227 << 10;

/// The kernels for one element type.
struct kernel_set {
    /// By variant, order of A, order of B, and whether the type of C is that of sums; null if there
    /// is none.
    void const* of[variants.size()][2][2][2];
};

/// Compiled in bfloat16.cu, half.cu, int8.cu and tf32.cu.
kernel_set const& bfloat16_kernels();
kernel_set const& half_kernels();
kernel_set const& int8_kernels();
kernel_set const& tf32_kernels();

} // namespace gpu::inline v0::sm90
