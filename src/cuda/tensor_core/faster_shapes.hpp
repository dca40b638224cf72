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

/// The layouts of A and B.
struct operand_layouts {
    bool a_is_k_major, b_is_k_major;  ///< whether they are contiguous along k
    bool are_in_place = true;         ///< whether the kernels read them as they are
    bool are_between_sectors = false; ///< whether lines are read that begin between sectors
};

/// The number of tiles along a dimension of C.
constexpr std::int64_t tiles_along(std::int64_t extent, std::int64_t edge = 128) {
    return (extent + edge - 1) / edge;
}

/// Whether a product has a tile of 128 by 128 for each multiprocessor. Those with a short edge do
/// not count: many of them take the GPU less time than the host needs for a launch.
constexpr bool has_tile_for_each(std::int64_t multiprocessors, product_extents const& x) {
    return std::min(x.m, x.n) >= 64 && tiles_along(x.m) * tiles_along(x.n) >= multiprocessors;
}

/// A class of shapes for which tensor_core is faster. Measured on an H200, unless said otherwise,
/// see bench/results/matmul_tensor_core_h200.json.
struct faster_class {
    static constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

    std::size_t type = 0;              ///< index in `matmul_types`
    std::int64_t least_edge = 1;       ///< minimum of m and of n
    std::int64_t most_edge = any;      ///< maximum of m and of n
    std::int64_t least_rows = 1;       ///< minimum of m
    std::int64_t most_columns = any;   ///< maximum of n
    std::int64_t least_k = 1;          ///< minimum of k
    std::int64_t most_k = any;         ///< maximum of k
    std::int64_t least_tiles = 0;      ///< minimum number of tiles of 128 by 128
    std::int64_t most_tiles = any;     ///< maximum number of tiles of 128 by 64
    std::int64_t least_size = 0;       ///< minimum number of elements of C
    std::int64_t unit = 1;             ///< m, n and k are multiples of it
    bool takes_between_sectors = true; ///< lines that begin there take longer to load
    bool takes_k_major = false;        ///< even if A and B are both contiguous along k
    bool never_copies = false;         ///< whether copies of A or B would take too long
    bool needs_k_major_a = false;      ///< only if A is contiguous along k
    bool needs_mn_major_b = false;     ///< only if B is not contiguous along k
};

inline constexpr auto faster_classes = [] {
    using namespace detail;
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    constexpr auto of_half = index_of<half, matmul_types>;
    constexpr auto of_bfloat16 = index_of<bfloat16, matmul_types>;
    constexpr auto of_float = index_of<float, matmul_types>;
    constexpr auto of_double = index_of<double, matmul_types>;
    // one tile per multiprocessor, also if operands are copied first, see
    // bench/results/matmul_middle_h200.json
    constexpr faster_class middle{
        .type = of_half, .least_edge = 256, .least_k = 128, .most_k = 1024, .most_tiles = 128};
    // between 100 and 132 tiles of 128 by 128, see bench/results/matmul_few_tiles_h200.json. If
    // rows are not multiples of 32 bytes, only some of these products are faster.
    constexpr faster_class few_tiles{.type = of_half,
                                     .least_edge = 256,
                                     .least_k = 128,
                                     .most_k = 2048,
                                     .most_tiles = 264,
                                     .least_size = 100 * 128 * 128,
                                     .unit = 16,
                                     .takes_between_sectors = false,
                                     .takes_k_major = true,
                                     .never_copies = true};
    // tiles of many sizes, if A is contiguous along k: some fill the GPU, see
    // bench/results/matmul_random_shapes_h200.json and matmul_split_lines_h200.json
    constexpr faster_class k_major_a{.type = of_half,
                                     .least_edge = 64,
                                     .most_edge = 3072,
                                     .least_k = 64,
                                     .most_k = 2048,
                                     .takes_k_major = true,
                                     .never_copies = true,
                                     .needs_k_major_a = true};
    // one tile per multiprocessor, and short edges: most are faster, and none takes 1.2 times as
    // long, see bench/results/matmul_random_shapes_h200.json
    constexpr faster_class small{.type = of_half,
                                 .least_edge = 64,
                                 .least_k = 64,
                                 .most_k = 1024,
                                 .most_tiles = 128,
                                 .takes_k_major = true,
                                 .never_copies = true};
    constexpr auto longer = [](faster_class same) {
        same.most_k = 2048;
        same.most_tiles = 66;
        return same;
    }(small);
    // k is divided between blocks, see bench/results/matmul_random_shapes_h200.json
    constexpr faster_class long_k{.type = of_half,
                                  .least_edge = 128,
                                  .least_k = 2048,
                                  .most_k = 3072,
                                  .most_tiles = 66,
                                  .takes_between_sectors = false,
                                  .never_copies = true,
                                  .needs_mn_major_b = true};
    // one or two tiles, see bench/results/matmul_few_sums_h200.json
    constexpr faster_class few_sums{.type = of_half,
                                    .least_edge = 16,
                                    .least_k = 4096,
                                    .most_tiles = 2,
                                    .takes_between_sectors = false,
                                    .never_copies = true,
                                    .needs_k_major_a = true,
                                    .needs_mn_major_b = true};
    // many rows of few columns, see bench/results/matmul_narrow_h200.json
    constexpr faster_class narrow{.type = of_half,
                                  .least_rows = 16384,
                                  .most_columns = 16,
                                  .least_k = 8,
                                  .most_k = 48,
                                  .takes_k_major = true,
                                  .needs_k_major_a = true};
    constexpr auto also_of = [](std::size_t type, faster_class same) {
        same.type = type;
        return same;
    };
    return std::to_array<faster_class>({
        {.type = int8, .least_edge = 256, .least_k = 256},
        // see bench/results/matmul_long_k_h200.json; copies of long operands are not measured
        {.type = int8, .least_edge = 16, .most_edge = 1024, .least_k = 256},
        {.type = int8, .least_edge = 16, .least_k = 256, .never_copies = true},
        middle,
        also_of(of_bfloat16, middle),
        few_tiles,
        also_of(of_bfloat16, few_tiles),
        k_major_a,
        also_of(of_bfloat16, k_major_a),
        small,
        also_of(of_bfloat16, small),
        longer,
        also_of(of_bfloat16, longer),
        long_k,
        also_of(of_bfloat16, long_k),
        few_sums,
        also_of(of_bfloat16, few_sums),
        narrow,
        also_of(of_bfloat16, narrow),
        {.type = of_double,
         .least_rows = 16384,
         .most_columns = 16,
         .least_k = 8,
         .most_k = 64,
         .takes_k_major = true,
         .needs_k_major_a = true},
        // see bench/results/matmul_narrow_int8_h200.json
        {.type = int8,
         .least_edge = 4,
         .least_rows = 30'000,
         .most_columns = 16,
         .least_k = 8,
         .most_k = 64,
         .needs_k_major_a = true},
        // few tiles, see bench/results/matmul_few_tiles_h200.json and, for column-major operands,
        // matmul_double_orders_h200.json
        {.type = of_double,
         .least_edge = 257,
         .most_edge = 1024,
         .least_k = 256,
         .most_k = 2048,
         .most_tiles = 72,
         .takes_k_major = true,
         .never_copies = true},
        // many tiles, see bench/results/matmul_double_large_h200.json
        {.type = of_double,
         .least_edge = 1280,
         .least_k = 1024,
         .takes_k_major = true,
         .never_copies = true,
         .needs_k_major_a = true},
        // k is at least 1024: on numbers of very different magnitudes, the error of shorter sums
        // may be above that of cuBLAS, see bench/results/matmul_accuracy_h200.json
        {.type = of_float,
         .least_edge = 256,
         .least_k = 1024,
         .least_tiles = 64,
         .takes_k_major = true},
        {.type = of_float,
         .least_edge = 256,
         .least_k = 2048,
         .least_tiles = 32,
         .takes_k_major = true},
        {.type = of_float,
         .least_edge = 256,
         .least_k = 4096,
         .least_tiles = 16,
         .takes_k_major = true},
    });
}();

/// @param type index in `matmul_types`
constexpr bool is_faster_than_cublas(std::size_t type, product_extents const& x,
                                     operand_layouts const& layouts) {
    bool const is_k_major = layouts.a_is_k_major && layouts.b_is_k_major;
    return std::ranges::any_of(faster_classes, [&](faster_class const& c) {
        return c.type == type && std::min(x.m, x.n) >= c.least_edge && x.k >= c.least_k &&
               x.m >= c.least_rows && x.n <= c.most_columns &&
               tiles_along(x.m) * tiles_along(x.n) >= c.least_tiles &&
               (c.takes_k_major || !is_k_major) &&
               tiles_along(x.m) * tiles_along(x.n, 64) <= c.most_tiles && x.k <= c.most_k &&
               (layouts.a_is_k_major || !c.needs_k_major_a) &&
               !(layouts.b_is_k_major && c.needs_mn_major_b) &&
               (layouts.are_in_place || !c.never_copies) && std::max(x.m, x.n) <= c.most_edge &&
               (c.takes_between_sectors || !layouts.are_between_sectors) && x.m % c.unit == 0 &&
               x.n % c.unit == 0 && x.k % c.unit == 0 && x.m * x.n >= c.least_size;
    });
}

/// A class of batches for which one launch of tensor_core is faster than cuBLAS. Measured on an
/// H200, see bench/results/matmul_batches_h200.json.
struct faster_batch_class {
    static constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

    std::size_t type = 0;          ///< index in `matmul_types`
    std::int64_t least_edge = 1;   ///< minimum of m and of n
    std::int64_t most_edge = any;  ///< maximum of m and of n
    std::int64_t least_k = 1;      ///< minimum of k
    std::int64_t most_k = any;     ///< maximum of k
    std::int64_t least_count = 2;  ///< minimum number of products
    std::int64_t most_tiles = any; ///< maximum number of tiles of 128 by 128 of all products
    bool is_k_major = false;       ///< whether A and B are both contiguous along k
    bool is_any_major = false;     ///< whether they may also have other layouts
    bool is_flat = false;          ///< whether k is at most m and n
};

inline constexpr auto faster_batch_classes = [] {
    using namespace detail;
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    constexpr faster_batch_class one_tile{.type = index_of<half, matmul_types>,
                                          .least_edge = 64,
                                          .most_edge = 64,
                                          .least_k = 64,
                                          .most_k = 1024,
                                          .least_count = 500};
    constexpr faster_batch_class more_tiles{.type = index_of<half, matmul_types>,
                                            .least_edge = 96,
                                            .most_edge = 128,
                                            .least_k = 96,
                                            .most_k = 128,
                                            .least_count = 500};
    // a block per tile, and at most one for each multiprocessor
    constexpr faster_batch_class few_tiles{.type = index_of<half, matmul_types>,
                                           .least_edge = 32,
                                           .most_edge = 1024,
                                           .least_k = 64,
                                           .most_k = 512,
                                           .most_tiles = 128,
                                           .is_any_major = true};
    constexpr auto longer = [](faster_batch_class same) {
        same.most_k = 1024;
        same.most_tiles = 64;
        return same;
    }(few_tiles);
    constexpr auto of_bfloat16 = [](faster_batch_class same) {
        same.type = index_of<bfloat16, matmul_types>;
        return same;
    };
    return std::to_array<faster_batch_class>({
        one_tile,
        more_tiles,
        of_bfloat16(one_tile),
        of_bfloat16(more_tiles),
        few_tiles,
        longer,
        of_bfloat16(few_tiles),
        of_bfloat16(longer),
        // cuBLAS has a slow kernel for it, or none
        {.type = int8, .least_edge = 16, .least_k = 16},
        {.type = int8,
         .least_edge = 128,
         .most_edge = 2048,
         .least_k = 128,
         .most_k = 2048,
         .is_k_major = true,
         .is_flat = true},
    });
}();

/// @param type index in `matmul_types`
/// @param count of products
/// @param is_k_major whether A and B are both contiguous along k
constexpr bool is_batch_faster_than_cublas(std::size_t type, product_extents const& x,
                                           std::int64_t count, bool is_k_major) {
    auto const [shorter, longer] = std::minmax(x.m, x.n);
    return std::ranges::any_of(faster_batch_classes, [&](faster_batch_class const& c) {
        return c.type == type && (c.is_any_major || c.is_k_major == is_k_major) &&
               shorter >= c.least_edge && longer <= c.most_edge && x.k >= c.least_k &&
               x.k <= c.most_k && count >= c.least_count && (!c.is_flat || x.k <= shorter) &&
               count <= c.most_tiles / (tiles_along(x.m) * tiles_along(x.n));
    });
}

} // namespace gpu::inline v0::sm90
