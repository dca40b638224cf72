// SPDX-License-Identifier: Apache-2.0
/// @file
/// The products for which tensor_core is faster than cuBLAS, as a table.
#pragma once

#include <gpualgo/abi/matmul_lists.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::sm90 {

/// The shape of a product with a row-major C.
struct product_extents {
    std::int64_t m, n, k;
};

/// A class of shapes for which tensor_core is faster. Measured on an H200, see
/// bench/results/matmul_tensor_core_h200.json.
struct faster_class {
    std::size_t type;         ///< index in `matmul_types`
    std::int64_t least_edge;  ///< minimum of m and of n
    std::int64_t least_tiles; ///< minimum number of tiles of 128 by 128
    std::int64_t least_k;
    bool takes_k_major; ///< even if A and B are both contiguous along k
    /// maximum number of tiles of 128 by 64
    std::int64_t most_tiles = std::numeric_limits<std::int64_t>::max();
    std::int64_t most_k = std::numeric_limits<std::int64_t>::max();
    bool never_copies = false; ///< whether copies of A or B would take too long
    std::int64_t most_edge = std::numeric_limits<std::int64_t>::max(); ///< maximum of m and of n
    std::int64_t unit = 1;       ///< m, n and k are multiples of it
    std::int64_t least_size = 0; ///< minimum number of elements of C
};

inline constexpr auto faster_classes = [] {
    using namespace detail;
    constexpr auto of_float = index_of<float, matmul_types>;
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    return std::to_array<faster_class>({
        {index_of<std::int8_t, matmul_types>, 256, 0, 256, false},
        // one tile per multiprocessor, see bench/results/matmul_middle_h200.json
        {index_of<half, matmul_types>, 256, 0, 128, false, 128, 1024},
        {index_of<bfloat16, matmul_types>, 256, 0, 128, false, 128, 1024},
        // between 100 and 132 tiles of 128 by 128, see bench/results/matmul_few_tiles_h200.json;
        // these kernels lose to cuBLAS if rows are not multiples of 32 bytes
        {index_of<half, matmul_types>, 256, 0, 128, true, 264, 2048, true, any, 16,
         100 * 128 * 128},
        {index_of<bfloat16, matmul_types>, 256, 0, 128, true, 264, 2048, true, any, 16,
         100 * 128 * 128},
        // one tile per multiprocessor, and short edges, see bench/results/matmul_small_h200.json
        {index_of<half, matmul_types>, 64, 0, 64, false, 128, 1024, true},
        {index_of<bfloat16, matmul_types>, 64, 0, 64, false, 128, 1024, true},
        // few tiles, see bench/results/matmul_few_tiles_h200.json
        {index_of<double, matmul_types>, 257, 0, 256, false, 72, 2048, true, 1024},
        // k is at least 1024: on numbers of very different magnitudes, the error of shorter sums
        // may be above that of cuBLAS, see bench/results/matmul_accuracy_h200.json
        {of_float, 1024, 64, 1024, true},
        {of_float, 256, 128, 4096, true},
    });
}();

/// @param type index in `matmul_types`
/// @param is_k_major whether A and B are both contiguous along k
/// @param is_in_place whether the kernels read A and B as they are
constexpr bool is_faster_than_cublas(std::size_t type, product_extents const& x, bool is_k_major,
                                     bool is_in_place) {
    auto const tiles = [](std::int64_t extent, std::int64_t edge = 128) {
        return (extent + edge - 1) / edge;
    };
    return std::ranges::any_of(faster_classes, [&](faster_class const& c) {
        return c.type == type && std::min(x.m, x.n) >= c.least_edge && x.k >= c.least_k &&
               tiles(x.m) * tiles(x.n) >= c.least_tiles && (c.takes_k_major || !is_k_major) &&
               tiles(x.m) * tiles(x.n, 64) <= c.most_tiles && x.k <= c.most_k &&
               (is_in_place || !c.never_copies) && std::max(x.m, x.n) <= c.most_edge &&
               x.m % c.unit == 0 && x.n % c.unit == 0 && x.k % c.unit == 0 &&
               x.m * x.n >= c.least_size;
    });
}

/// A class of batches for which one launch of tensor_core is faster than cuBLAS. Measured on an
/// H200, see bench/results/matmul_batches_h200.json.
struct faster_batch_class {
    std::size_t type;                   ///< index in `matmul_types`
    std::int64_t least_edge, most_edge; ///< of m and n
    std::int64_t least_k, most_k;
    std::int64_t least_count;
    bool is_k_major; ///< whether A and B are both contiguous along k
    bool is_flat;    ///< whether k is at most m and n
};

inline constexpr auto faster_batch_classes = [] {
    using namespace detail;
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    return std::to_array<faster_batch_class>({
        {index_of<half, matmul_types>, 64, 64, 64, 1024, 100, false, false},
        {index_of<half, matmul_types>, 96, 128, 96, 128, 500, false, false},
        {index_of<bfloat16, matmul_types>, 64, 64, 64, 1024, 100, false, false},
        {index_of<bfloat16, matmul_types>, 96, 128, 96, 128, 500, false, false},
        {int8, 16, any, 16, any, 2, false, false}, // cuBLAS has a slow kernel for it, or none
        {int8, 128, 2048, 128, 2048, 2, true, true},
    });
}();

/// @param type index in `matmul_types`
/// @param count of products
/// @param is_k_major whether A and B are both contiguous along k
constexpr bool is_batch_faster_than_cublas(std::size_t type, product_extents const& x,
                                           std::int64_t count, bool is_k_major) {
    auto const [shorter, longer] = std::minmax(x.m, x.n);
    return std::ranges::any_of(faster_batch_classes, [&](faster_batch_class const& c) {
        return c.type == type && c.is_k_major == is_k_major && shorter >= c.least_edge &&
               longer <= c.most_edge && x.k >= c.least_k && x.k <= c.most_k &&
               count >= c.least_count && (!c.is_flat || x.k <= shorter);
    });
}

} // namespace gpu::inline v0::sm90
