// SPDX-License-Identifier: Apache-2.0
/// @file
/// Batches: several products of one shape in a request.
#pragma once

#include "product_facts.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// One matrix of a batch.
inline matmul_operand matrix_of_batch(matmul_operand matrix, std::int64_t i,
                                      std::size_t element_bytes) {
    auto const bytes = i * matrix.matrix_stride * static_cast<std::int64_t>(element_bytes);
    if (matrix.pointers != nullptr) matrix.data = matrix.pointers[i];
    else if (matrix.data != nullptr) matrix.data = static_cast<std::byte*>(matrix.data) + bytes;
    matrix.pointers = nullptr;
    matrix.matrix_stride = 0;
    return matrix;
}

/// Reduces a batch to one product.
/// @param i its number, less than `request.count`
inline void select_product(matmul_request& request, std::int64_t i) {
    std::size_t const value_bytes = known_matmul_types[request.value].size;
    request.a = matrix_of_batch(request.a, i, value_bytes);
    request.b = matrix_of_batch(request.b, i, value_bytes);
    request.c = matrix_of_batch(request.c, i, known_matmul_types[request.result].size);
    request.count = 1;
}

/// One product of a batch.
/// @param i its number, less than `request.count`
inline matmul_request product_of_batch(matmul_request const& request, std::int64_t i) {
    matmul_request one = request;
    select_product(one, i);
    return one;
}

/// Checks the matrices of a batch, after `check_shapes` has checked those of the first product.
/// None is a null pointer, and no matrix of C overlaps another one or any of A and B. If pointers
/// are at equal distances, replaces them by a stride. Throws std::invalid_argument.
void check_batch(matmul_request& request);

} // namespace gpu::inline v0::detail
