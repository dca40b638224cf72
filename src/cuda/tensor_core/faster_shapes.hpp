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
};

inline constexpr auto faster_classes = [] {
    using namespace detail;
    constexpr auto of_float = index_of<float, matmul_types>;
    return std::to_array<faster_class>({
        {index_of<std::int8_t, matmul_types>, 256, 0, 256, false},
        // one tile per multiprocessor, see bench/results/matmul_middle_h200.json
        {index_of<half, matmul_types>, 256, 0, 128, false, 128, 1024},
        {index_of<bfloat16, matmul_types>, 256, 0, 128, false, 128, 1024},
        // k is at least 1024: on numbers of very different magnitudes, the error of shorter sums
        // may be above that of cuBLAS, see bench/results/matmul_accuracy_h200.json
        {of_float, 1024, 64, 1024, true},
        {of_float, 256, 128, 4096, true},
    });
}();

/// @param type index in `matmul_types`
/// @param is_k_major whether A and B are both contiguous along k
constexpr bool is_faster_than_cublas(std::size_t type, product_extents const& x, bool is_k_major) {
    auto const tiles = [](std::int64_t extent, std::int64_t edge = 128) {
        return (extent + edge - 1) / edge;
    };
    return std::ranges::any_of(faster_classes, [&](faster_class const& c) {
        return c.type == type && std::min(x.m, x.n) >= c.least_edge && x.k >= c.least_k &&
               tiles(x.m) * tiles(x.n) >= c.least_tiles && (c.takes_k_major || !is_k_major) &&
               tiles(x.m) * tiles(x.n, 64) <= c.most_tiles && x.k <= c.most_k;
    });
}

} // namespace gpu::inline v0::sm90
