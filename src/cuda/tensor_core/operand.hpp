// SPDX-License-Identifier: Apache-2.0
/// @file
/// Prepares A, B and C for the kernels.
#pragma once

#include "cuda/queue.hpp"
#include "kernel_set.hpp"
#include "tensor_map.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>

namespace gpu::inline v0::sm90 {

bool has_row_major_c(detail::matmul_request const& request);

/// The product itself if C is row-major, otherwise that of the transposed matrices, C' = B' * A'.
detail::matmul_request with_row_major_c(detail::matmul_request request);

/// A or B, and its contiguous dimension.
struct operand {
    line_matrix lines;
    major order;
    matrix_stack matrices; ///< of a batch; one if all products have the same

    /// Whether the copy engine accepts the matrices.
    [[nodiscard]] bool is_aligned() const {
        return lines.is_aligned() && matrices.is_aligned(lines.element_bytes);
    }

    /// The worst begin of a line that kernels read, of the matrix itself or of its aligned copy.
    /// Distances between the matrices of a batch do not count.
    [[nodiscard]] line_begin begin() const;
};

/// The matrices of an operand of a batch.
matrix_stack stack_of(detail::matmul_operand const& x, std::int64_t count);

operand a_of(detail::matmul_request const& request, std::size_t element_bytes);
operand b_of(detail::matmul_request const& request, std::size_t element_bytes);

/// The call that a product belongs to, and facts about its GPU.
struct product_call {
    detail::cuda_queue& queue;
    std::size_t multiprocessors;
    bool is_transposed; ///< whether the matrices are those of with_row_major_c, transposed
};

/// The operand, or a copy that is aligned for the copy engine. Those of batches are aligned.
operand aligned(product_call const& call, operand const& x);

/// The operand, or an aligned copy that is contiguous in the dimension wanted.
operand with_order(product_call const& call, operand const& x, major wanted);

/// The tensor map of C, in boxes with rows of 128 bytes. Its elements are copied as bits.
/// @param rows of a box
CUtensorMap map_of_c(detail::matmul_request const& r, unsigned rows);

} // namespace gpu::inline v0::sm90
