// SPDX-License-Identifier: Apache-2.0
/// @file
/// Which products the kernels for a matrix and a vector serve, and which of these they serve
/// faster than cuBLAS does, as a table.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// The most columns of B, or rows of A, of products of float; of other types it is one.
inline constexpr std::int64_t few_columns = 16;

/// The limits of products with a long matrix whose rows are short: columns of B, k, and rows.
inline constexpr std::int64_t narrow_columns = 16, most_narrow_k = 64, least_narrow_rows = 1024;

/// A product of a matrix and a few vectors. That of a few vectors and a matrix is read as that of
/// the transposed matrices.
struct vector_product {
    std::int64_t rows, columns, k;
    bool by_rows;               ///< whether a thread's elements of the matrix are of one row
    bool has_neighbouring_rows; ///< whether the elements of a column lie side by side
    bool has_vectors_along_k;   ///< whether the elements of a vector lie side by side

    constexpr explicit vector_product(matmul_request const& request)
        : rows(std::max(request.m, request.n)), columns(std::min(request.m, request.n)),
          k(request.k) {
        bool const is_transposed = request.n > request.m;
        auto const along_rows = is_transposed ? request.b.column_stride : request.a.row_stride;
        auto const along_k = is_transposed ? request.b.row_stride : request.a.column_stride;
        by_rows = along_k == 1 || rows < 32;
        has_neighbouring_rows = along_rows == 1;
        has_vectors_along_k = (is_transposed ? request.a.column_stride : request.b.row_stride) == 1;
    }
};

/// Whether a thread computes a row of C.
constexpr bool is_narrow(std::int64_t rows, std::int64_t columns, std::int64_t k) {
    return columns <= narrow_columns && k <= most_narrow_k && rows >= least_narrow_rows;
}

/// Whether there is a kernel for a product.
constexpr bool has_vector_kernel(matmul_request const& request) {
    vector_product const p(request);
    if (p.k == 0) return false;
    return p.columns == 1 || is_narrow(p.rows, p.columns, p.k) ||
           (request.value == index_of<float, matmul_types> && p.has_neighbouring_rows &&
            p.columns <= (p.rows < 128 ? 4 : few_columns));
}

/// A class of shapes that the kernels are faster for. Measured on an H200, see
/// bench/results/matmul_vector_h200.json.
struct vector_class {
    std::size_t type; ///< index in `matmul_types`; or its size, for all
    std::int64_t least_columns, most_columns;
    bool by_rows;
    std::int64_t least_rows, most_rows, least_k;
    bool has_vectors_along_k = false; ///< whether vectors must lie along k
};

inline constexpr auto vector_classes = [] {
    constexpr auto any_type = matmul_types::size;
    constexpr auto any = std::numeric_limits<std::int64_t>::max();
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    constexpr auto of_float = index_of<float, matmul_types>;
    return std::to_array<vector_class>({
        {any_type, 1, 1, true, 1, 1024, 256},
        {int8, 1, 1, true, 1, 8192, 4096},
        {of_float, 1, 1, true, 1, any, 4096},
        {index_of<double, matmul_types>, 1, 1, true, 1, any, 4096},
        {index_of<half, matmul_types>, 1, 1, true, 1, 4096, 4096},
        {index_of<bfloat16, matmul_types>, 1, 1, true, 1, 4096, 4096},
        {int8, 1, 1, false, 1, any, 4096},
        {index_of<double, matmul_types>, 1, 1, false, 4096, any, 4096},
        {of_float, 2, 4, false, 1024, 8192, 4096},
        {of_float, 5, few_columns, false, 4096, 8192, 4096, true},
        {of_float, 5, few_columns, false, 1024, 8192, 16384, true},
    });
}();

/// The same for the kernel for short rows. Measured on an H200: 1.17 to 1.7 times the speed of
/// cuBLAS for float, 1.00 to 1.17 for double, and 1.88 to 3.9 for int8.
constexpr bool is_narrow_kernel_faster(std::size_t type, vector_product const& p) {
    if (p.rows < 65536 || p.k > 16) return false;
    if (type == index_of<std::int8_t, matmul_types>) return p.k >= 8;
    bool const has_kernel =
        type == index_of<float, matmul_types> || type == index_of<double, matmul_types>;
    return has_kernel && p.columns > 8 && p.k > 8;
}

/// Whether register_tile is faster than cuBLAS, because k is much larger than m and n. On an H200
/// it has 1.1 to 1.4 times the speed for float, and 14 to 44 times for int8, which tensor cores
/// take there.
constexpr bool is_register_tile_faster(matmul_request const& request) {
    auto const [least, most] = std::minmax(request.m, request.n);
    if (least < 32 || request.b.column_stride != 1) return false;
    if (request.value == index_of<std::int8_t, matmul_types>)
        return most <= 128 && request.k >= std::int64_t{1} << 16;
    return request.value == index_of<float, matmul_types> && request.a.column_stride == 1 &&
           least == 64 && most == 64 && request.k >= std::int64_t{1} << 16;
}

/// Whether measurements promise that the kernel is faster than cuBLAS.
constexpr bool is_vector_kernel_faster(matmul_request const& request) {
    if (!has_vector_kernel(request)) return false;
    vector_product const p(request);
    if (is_narrow(p.rows, p.columns, p.k)) return is_narrow_kernel_faster(request.value, p);
    return std::ranges::any_of(vector_classes, [&](vector_class const& c) {
        bool const has_type = c.type == matmul_types::size || c.type == request.value;
        bool const has_columns = p.columns >= c.least_columns && p.columns <= c.most_columns;
        if (c.has_vectors_along_k && !p.has_vectors_along_k) return false;
        return has_type && has_columns && c.by_rows == p.by_rows && p.rows >= c.least_rows &&
               p.rows <= c.most_rows && p.k >= c.least_k;
    });
}

} // namespace gpu::inline v0::detail
