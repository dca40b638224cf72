// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of small products, and the shapes for which they are faster than cuBLAS, as tables.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::detail {

/// The matrices that a tile is fast for. C is row-major.
enum class small_operands {
    any,
    row_major, ///< A and B, at any address
    whole,     ///< and at multiples of 16 bytes, with all extents multiples of those of the tile
};

/// The numbers of a matmul_small_tile, and the class of shapes that it is for.
struct small_tile {
    unsigned rows, columns, parts, across, depth, buffers;
    std::int64_t most_tiles; ///< of C
    std::int64_t most_edge;  ///< maximum of m and of n
    std::int64_t least_k;
    small_operands operands;
};

/// The least m and n, and the maximum of k.
inline constexpr std::int64_t least_small_edge = 16, most_small_k = 512;

/// Measured on an H200, see bench/results/matmul_small_h200.json.
template <class T>
inline constexpr auto small_tiles = std::to_array<small_tile>({
    {16, 16, 8, 1, 16, 3, 100, 1024, 16, small_operands::any},
    {16, 32, 8, 1, 16, 4, 132, 1024, 64, small_operands::row_major},
    {32, 32, 8, 1, 16, 4, 132, 1024, 64, small_operands::whole},
    {32, 64, 8, 1, 16, 4, 132, 512, 64, small_operands::whole},
});
template <>
inline constexpr auto small_tiles<double> = std::to_array<small_tile>({
    {16, 16, 8, 1, 16, 3, 100, 512, 16, small_operands::any},
    {16, 32, 4, 1, 16, 4, 132, 256, 64, small_operands::whole},
});

/// A product with a row-major C. That with a column-major C is read as that of the transposed
/// matrices.
struct small_product {
    std::int64_t m, n, k;
    kernel::strided<void, std::int64_t> a, b;

    explicit small_product(matmul_request const& r) : m(r.m), n(r.n), k(r.k), a(r.a), b(r.b) {
        if (r.c.column_stride == 1) return;
        a = r.b.transposed();
        b = r.a.transposed();
        std::swap(m, n);
    }
    [[nodiscard]] bool is_row_major() const { return a.column_stride == 1 && b.column_stride == 1; }
    [[nodiscard]] bool is_aligned(std::size_t element_bytes) const {
        auto const is_multiple = [&](auto const& x) {
            return (reinterpret_cast<std::uintptr_t>(x.data) |
                    static_cast<std::size_t>(x.row_stride) * element_bytes) %
                       16 ==
                   0;
        };
        return is_multiple(a) && is_multiple(b);
    }
};

/// Whether a tile is for a product.
inline bool is_for(small_tile const& tile, small_product const& p, std::size_t element_bytes) {
    std::int64_t const rows = tile.rows, columns = tile.columns, depth = tile.depth;
    std::int64_t const tiles = (p.m + rows - 1) / rows * ((p.n + columns - 1) / columns);
    if (tiles > tile.most_tiles || std::min(p.m, p.n) < least_small_edge ||
        std::max(p.m, p.n) > tile.most_edge || p.k < tile.least_k || p.k > most_small_k)
        return false;
    if (tile.operands == small_operands::any) return true;
    if (!p.is_row_major()) return false;
    return tile.operands == small_operands::row_major ||
           (p.m % rows == 0 && p.n % columns == 0 && p.k % depth == 0 &&
            p.is_aligned(element_bytes));
}

/// The row of `small_tiles` for a product: the first that is for it, or the number of rows. It
/// depends on the shape, the layout and the alignment alone, because the bits of the result depend
/// on it.
template <class T>
std::size_t row_of_small_tile(matmul_request const& request) {
    small_product const product(request);
    auto const found = std::ranges::find_if(
        small_tiles<T>, [&](small_tile const& tile) { return is_for(tile, product, sizeof(T)); });
    return static_cast<std::size_t>(found - small_tiles<T>.begin());
}

/// Whether measurements promise that a tile is faster than cuBLAS.
inline bool is_small_product(matmul_request const& r) {
    if (r.value == index_of<float, matmul_types>)
        return row_of_small_tile<float>(r) < small_tiles<float>.size();
    return r.value == index_of<double, matmul_types> &&
           row_of_small_tile<double>(r) < small_tiles<double>.size();
}

} // namespace gpu::inline v0::detail
