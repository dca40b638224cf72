// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels that multiply by wgmma with both operands in shared memory, and their launch
/// parameters. C is row-major. Operands of 16-bit elements may have either order; those of int8 and
/// TF32 are K-major.
#pragma once

#include "cluster_place.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// The contiguous dimension of an operand: k, or that of C (rows of A, columns of B).
enum class major : unsigned { k, mn };

/// A kernel variant. Each is compiled for every combination of types and orders; those that
/// transpose for elements of 16 bits and a K-major A only.
struct variant {
    std::string_view name; ///< for reports
    int rows, columns;     ///< per tile
    int stages;            ///< number of buffers, each for 128 bytes along k of A's and B's tiles
    cluster_shape cluster; ///< of blocks that share tiles of A and B
    int parts;             ///< blocks per cluster that split k of one tile of C
    bool is_persistent; ///< one block per multiprocessor computes tile after tile, also of batches
    int tile_ns;        ///< fixed time per tile on an H200
    int step_ns;        ///< time per 128 bytes along k, unless loading takes longer: loading_ns
    /// whether the kernel computes transposed tiles, see transposed_product and tile_half
    bool transposes = false;
    /// a persistent kernel for batches and for narrow products, whose two warpgroups compute tiles
    /// of 64 rows in turn
    bool alternates = false;

    /// Whether the kernel computes batches.
    [[nodiscard]] constexpr bool takes_batches() const { return !transposes; }

    /// Whether the kernel is persistent_product.
    [[nodiscard]] constexpr bool is_persistent_product() const {
        return is_persistent && !alternates;
    }

    /// The number of blocks of a cluster.
    [[nodiscard]] constexpr int blocks_of_cluster() const { return cluster.blocks() * parts; }

    /// Rows of A that a block loads for a tile.
    [[nodiscard]] constexpr int loaded_rows() const { return rows / cluster.columns; }

    /// Columns of B that a block loads for a tile.
    [[nodiscard]] constexpr int loaded_columns() const { return columns / cluster.rows; }

    /// Whether the copy engine stores C, if it can. Otherwise threads do.
    [[nodiscard]] constexpr bool stores_boxes() const { return is_persistent || transposes; }

    /// Rows of C in a box that the copy engine stores.
    [[nodiscard]] constexpr unsigned rows_of_box() const {
        if (!transposes) return 64;
        if (!is_persistent) return static_cast<unsigned>(rows);
        if (rows % 48 == 0) return 48; // not all: stages leave little memory
        return rows % 32 == 0 ? 32 : 16;
    }

    /// Whether the warpgroups of a persistent kernel that transposes divide the columns of a tile,
    /// in groups of 64. Otherwise they divide the rows.
    [[nodiscard]] constexpr bool divides_columns() const { return columns % 128 == 0; }

    /// Rows and columns of a tile that such a warpgroup computes.
    [[nodiscard]] constexpr int rows_of_half() const { return divides_columns() ? rows : rows / 2; }
    [[nodiscard]] constexpr int columns_of_half() const {
        return divides_columns() ? columns / 2 : columns;
    }

    /// Buffers for such boxes per multiplying warpgroup of a persistent kernel: as many as fit and
    /// are of use, see waiting_boxes.
    [[nodiscard]] constexpr int boxes_in_memory() const {
        if (rows_of_box() == 16) return 7; // half of a warpgroup's boxes
        return (columns == 192 && rows == 128) || rows == 240 ? 3 : 2;
    }

    /// Warpgroups that multiply. wgmma takes 64 rows, or 64 columns of a transposed tile.
    [[nodiscard]] constexpr int multipliers() const {
        return is_persistent ? 2 : (transposes ? columns : rows) / 64;
    }

    /// Whether the threads that load give registers to those that multiply. Otherwise three
    /// warpgroups have 128 per thread, which suffice for sums of up to 176 rows.
    [[nodiscard]] constexpr bool gives_registers() const {
        return is_persistent_product() || (transposes && multipliers() == 3 && rows > 176);
    }

    /// Threads per block: those that multiply, and those that load. A warpgroup loads if it gives
    /// registers, otherwise one warp does.
    [[nodiscard]] constexpr unsigned threads() const {
        return static_cast<unsigned>(multipliers()) * 128 + (gives_registers() ? 128 : 32);
    }

    [[nodiscard]] constexpr int stage_bytes() const { return stages * (rows + columns) * 128; }

    /// Shared memory per block: stages, output buffers, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        int const leaving = is_persistent
                                ? 2 * boxes_in_memory() * static_cast<int>(rows_of_box()) * 128
                                : (parts - 1) * rows * (columns / parts) * int{sizeof(float)};
        return 1024 + stage_bytes() + leaving + 16 * stages + 16;
    }
};

/// Blocks that load all of their tiles themselves; that share B's tile, A's, or both.
inline constexpr cluster_shape alone{}, shared_b{2, 1}, shared_a{1, 2}, shared{2, 2};

inline constexpr auto variants = std::to_array<variant>({
    {"matmul_tensor_core<128, 256, persistent>", 128, 256, 4, alone, 1, true, 1450, 718},
    {"matmul_tensor_core<128, 256, persistent, shared_b>", 128, 256, 4, shared_b, 1, true, 1550,
     715},
    {"matmul_tensor_core<128, 192, persistent>", 128, 192, 4, alone, 1, true, 860, 585},
    {"matmul_tensor_core<128, 192, persistent, shared_b>", 128, 192, 4, shared_b, 1, true, 1300,
     548},
    {"matmul_tensor_core<128, 128, persistent>", 128, 128, 6, alone, 1, true, 880, 380},
    {"matmul_tensor_core<128, 256, shared_b>", 128, 256, 4, shared_b, 1, false, 4010, 708},
    {"matmul_tensor_core<128, 192>", 128, 192, 5, alone, 1, false, 3150, 516},
    {"matmul_tensor_core<128, 128, shared_b>", 128, 128, 6, shared_b, 1, false, 2980, 324},
    {"matmul_tensor_core<128, 128>", 128, 128, 6, alone, 1, false, 2670, 293},
    {"matmul_tensor_core<128, 128, split_k>", 128, 128, 6, alone, 2, false, 2520, 411},
    {"matmul_tensor_core<128, 128, split_k_by_4>", 128, 128, 5, alone, 4, false, 3580, 412},
    {"matmul_tensor_core<128, 64>", 128, 64, 8, alone, 1, false, 1970, 237},
    {"matmul_tensor_core<128, 64, split_k>", 128, 64, 8, alone, 2, false, 2290, 180},
    {"matmul_tensor_core<128, 64, shared>", 128, 64, 8, shared, 1, false, 1920, 207},
    {"matmul_tensor_core<64, 128, shared_b>", 64, 128, 8, shared_b, 1, false, 2360, 256},
    {"matmul_tensor_core<64, 128, shared_a>", 64, 128, 8, shared_a, 1, false, 2270, 196},
    {"matmul_tensor_core<64, 64>", 64, 64, 8, alone, 1, false, 1810, 138},
    {"matmul_tensor_core<64, 64, split_k>", 64, 64, 8, alone, 2, false, 1960, 149},
    {"matmul_tensor_core<64, 64, alternating>", 64, 64, 11, alone, 1, true, 300, 425, false, true},
    {"matmul_tensor_core<80, 64>", 80, 64, 8, alone, 1, false, 1490, 158, true},
    {"matmul_tensor_core<80, 64, shared_b>", 80, 64, 8, shared_b, 1, false, 1620, 198, true},
    {"matmul_tensor_core<96, 64, shared_a>", 96, 64, 8, shared_a, 1, false, 1990, 164, true},
    {"matmul_tensor_core<96, 64, shared>", 96, 64, 8, shared, 1, false, 2070, 163, true},
    {"matmul_tensor_core<112, 64, shared>", 112, 64, 8, shared, 1, false, 1880, 207, true},
    {"matmul_tensor_core<80, 128>", 80, 128, 6, alone, 1, false, 2170, 239, true},
    {"matmul_tensor_core<80, 128, shared>", 80, 128, 6, shared, 1, false, 2900, 231, true},
    {"matmul_tensor_core<96, 128, shared>", 96, 128, 6, shared, 1, false, 2900, 263, true},
    {"matmul_tensor_core<112, 128, shared>", 112, 128, 5, shared, 1, false, 3010, 294, true},
    {"matmul_tensor_core<144, 128>", 144, 128, 5, alone, 1, false, 2750, 395, true},
    {"matmul_tensor_core<144, 128, shared>", 144, 128, 5, shared, 1, false, 3170, 379, true},
    {"matmul_tensor_core<192, 128, shared_a>", 192, 128, 5, shared_a, 1, false, 3670, 495, true},
    {"matmul_tensor_core<208, 128, shared_a>", 208, 128, 5, shared_a, 1, false, 2990, 590, true},
    {"matmul_tensor_core<240, 128, shared_a>", 240, 128, 4, shared_a, 1, false, 4230, 641, true},
    {"matmul_tensor_core<96, 192, shared_b>", 96, 192, 5, shared_b, 1, false, 2560, 439, true},
    {"matmul_tensor_core<112, 192, shared_b>", 112, 192, 5, shared_b, 1, false, 3140, 438, true},
    {"matmul_tensor_core<160, 192, shared_b>", 160, 192, 5, shared_b, 1, false, 4040, 645, true},
    {"matmul_tensor_core<176, 192, shared_b>", 176, 192, 4, shared_b, 1, false, 4230, 730, true},
    {"matmul_tensor_core<192, 192, shared_a>", 192, 192, 4, shared_a, 1, false, 3730, 840, true},
    {"matmul_tensor_core<144, 256, persistent, shared_b>", 144, 256, 4, shared_b, 1, true, 1500,
     901, true},
    {"matmul_tensor_core<160, 256, persistent, shared_b>", 160, 256, 4, shared_b, 1, true, 3150,
     883, true},
    {"matmul_tensor_core<112, 256, persistent, shared_b>", 112, 256, 4, shared_b, 1, true, 2300,
     633, true},
    {"matmul_tensor_core<240, 128, persistent, shared_a>", 240, 128, 4, shared_a, 1, true, 1800,
     672, true},
    {"matmul_tensor_core<192, 192, persistent, shared_a>", 192, 192, 4, shared_a, 1, true, 2500,
     800, true},
});

/// The number of variants that compute transposed tiles; they are the last ones. Elements have 16
/// bits, A is K-major, and there is one product.
inline constexpr auto transposing_variants =
    static_cast<std::size_t>(std::ranges::count(variants, true, &variant::transposes));

/// Overrides for tests and benchmarks; by default the shape decides.
struct tuning {
    int variant = -1; ///< index of the variant
    int band = 0;     ///< see tile_order; 0 for balanced_band
    /// whether tiles are divided, see tile_stream, or k is, see parts_of_k.hpp: 0, 1, or by
    /// expected time
    int divides = -1;

    /// The height of bands: `height` if none is fixed.
    [[nodiscard]] constexpr int band_or(int height) const { return band > 0 ? band : height; }

    friend bool operator==(tuning const&, tuning const&) = default;
};

/// Maximum shared memory per block for compute capability 9.0.
inline constexpr int most_shared_bytes = 227 << 10;

/// The kernels for one element type.
struct kernel_set {
    /// By variant, order of A, and order of B; null if there is none.
    void const* of[variants.size()][2][2];
};

/// Compiled in bfloat16.cu, half.cu, int8.cu and tf32.cu.
kernel_set const& bfloat16_kernels();
kernel_set const& half_kernels();
kernel_set const& int8_kernels();
kernel_set const& tf32_kernels();

} // namespace gpu::inline v0::sm90
