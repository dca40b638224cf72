// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products by mma.sync, on GPUs of compute capability 8.0 and later.
#pragma once

#include "cuda/queue.hpp"
#include "matmul/table.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// All matmul kernels on GPUs.
matmul_table<cuda_queue> const& matmul_kernels();

/// Why no kernel with mma.sync can compute a checked product on a GPU, for any shape; empty if one
/// can.
std::string why_not_by_mma(std::uint32_t ordinal, matmul_request const& request);

/// Whether `automatic` takes the kernels if cuBLAS cannot be used. A rule, not a measurement: tiles
/// of C that are mostly full, of elements that register_tile multiplies one by one.
bool is_mma_chosen(matmul_request const& request);

/// Launches the kernels of a product for which why_not_by_mma returns nothing, and whose alpha and
/// k are not 0, with the steps of its epilogue. Does not wait.
void multiply_by_mma(cuda_queue& queue, matmul_request request);

} // namespace gpu::inline v0::detail
