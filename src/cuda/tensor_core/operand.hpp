// SPDX-License-Identifier: Apache-2.0
/// @file
/// A and B on their way to kernels.
#pragma once

#include "cuda/queue.hpp"
#include "kernel_set.hpp"
#include "tensor_map.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>

namespace gpu::inline v0::sm90 {

/// The product itself if C is row-major, else that of the transposed matrices, C' = B' * A'.
detail::matmul_request with_row_major_c(detail::matmul_request request);

/// A or B, and which of its dimensions is contiguous.
struct operand {
    line_matrix lines;
    major order;
};

operand a_of(detail::matmul_request const& request, std::size_t element_bytes);
operand b_of(detail::matmul_request const& request, std::size_t element_bytes);

/// The call that a product is part of, and what of its GPU it needs to know.
struct product_call {
    detail::cuda_queue& queue;
    std::size_t multiprocessors;
};

/// The operand, or a copy that the copy engine takes.
operand aligned(product_call const& call, operand const& x);

/// The operand, or a copy, aligned and contiguous in the dimension wanted.
operand with_order(product_call const& call, operand const& x, major wanted);

} // namespace gpu::inline v0::sm90
