// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of products by wgmma with both operands in shared memory, and what launching one
/// takes. C is row-major. A and B of 16-bit elements lie in either order; those of int8 are
/// K-major.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// Which dimension of an operand is contiguous: k, or that of C (rows of A, columns of B).
enum class major : unsigned { k, mn };

/// A way to compute tiles of 128 rows of C. A kernel for each combination of types and layouts is
/// compiled of each.
struct variant {
    std::string_view name; ///< as reports have it
    int columns;           ///< of a tile
    int stages;            ///< buffers for 128 bytes along k of A's and B's tile
    int sharers;           ///< blocks of a cluster, one below another in C, that share B's tile
    int parts;             ///< blocks of a cluster that share a tile of C by parts of k
    bool is_persistent;    ///< a block per multiprocessor, which computes tile after tile
    int band;              ///< rows of tiles that a persistent kernel computes side by side
    int tile_ns;           ///< time of a tile beside its blocks of k, on an H200
    int block_ns;          ///< time of 128 bytes along k

    /// Threads per block: two warpgroups that multiply, and one or a warp that loads.
    [[nodiscard]] constexpr unsigned threads() const { return is_persistent ? 384 : 288; }

    /// Bytes of the stages.
    [[nodiscard]] constexpr int stage_bytes() const { return stages * (128 + columns) * 128; }

    /// Shared memory of a block: stages, what leaves the block, barriers, and alignment to 1024.
    [[nodiscard]] constexpr int shared_bytes() const {
        int const leaving =
            is_persistent ? 4 * 8192 : (parts - 1) * 128 * (columns / parts) * int{sizeof(float)};
        return 1024 + stage_bytes() + leaving + 16 * stages + 16;
    }
};

inline constexpr std::array variants{
    variant{"matmul_tensor_core<128, 256, persistent>", 256, 4, 1, 1, true, 12, 1400, 750},
    variant{"matmul_tensor_core<128, 192, persistent>", 192, 4, 1, 1, true, 12, 1000, 565},
    variant{"matmul_tensor_core<128, 128, persistent>", 128, 6, 1, 1, true, 16, 1300, 425},
    variant{"matmul_tensor_core<128, 256, shared_b>", 256, 4, 2, 1, false, 0, 2600, 700},
    variant{"matmul_tensor_core<128, 192>", 192, 5, 1, 1, false, 0, 2200, 490},
    variant{"matmul_tensor_core<128, 128, shared_b>", 128, 6, 2, 1, false, 0, 2000, 365},
    variant{"matmul_tensor_core<128, 128, split_k>", 128, 6, 1, 2, false, 0, 2900, 370},
    variant{"matmul_tensor_core<128, 64>", 64, 8, 1, 1, false, 0, 1520, 234},
    variant{"matmul_tensor_core<128, 64, split_k>", 64, 8, 1, 2, false, 0, 2050, 275},
};

/// What a test or a benchmark fixes; otherwise the shape decides.
struct tuning {
    int variant = -1; ///< number of the kernel
    int band = 0;     ///< see tile_order
};

/// Shared memory that a block of compute capability 9.0 can have.
inline constexpr int most_shared_bytes = 227 << 10;

/// What kernels are told beside the tensor maps of A, B and C.
/// @tparam Result what C holds
/// @tparam Sum what products are summed in
template <class Result, class Sum>
struct product_arguments {
    Result* c;
    std::int64_t leading_dimension; ///< elements from a row of C to the next
    int m, n, k;
    Sum alpha, beta;
    int band;        ///< see tile_order
    bool is_aligned; ///< whether rows of C begin at multiples of 16 bytes
    bool fits_boxes; ///< and end there: the copy engine writes no less than 16 bytes
};

/// The kernels for one type of elements.
struct kernel_set {
    /// By variant, order of A, order of B, and whether C is of the type of sums; null if there is
    /// none.
    void const* of[variants.size()][2][2][2];
};

/// Compiled in bfloat16.cu, half.cu and int8.cu.
kernel_set const& bfloat16_kernels();
kernel_set const& half_kernels();
kernel_set const& int8_kernels();

} // namespace gpu::inline v0::sm90
