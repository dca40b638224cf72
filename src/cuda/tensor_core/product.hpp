// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of matrices by the tensor cores of GPUs of compute capability 9.0.
#pragma once

#include "cuda/queue.hpp"
#include "kernel_set.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::inline v0::sm90 {

/// Why no kernel can compute a checked product on a GPU, whatever its shape; empty if one can.
std::string why_not(std::uint32_t ordinal, detail::matmul_request const& request);

/// Why a shape is beyond the kernels; empty if it is not.
std::string why_not_shape(detail::matmul_request const& request);

/// Whether measurements promise that the kernels are faster than cuBLAS.
bool is_faster_than_cublas(detail::matmul_request const& request);

/// Whether they promise that the kernels are faster than register_tile.
bool is_faster_than_register_tile(detail::matmul_request const& request);

/// Launch the kernels of a product that both functions above let pass, and whose alpha and k are
/// not 0. Does not wait.
/// @param fixed a variant is below `variants_of(request)`
void multiply(detail::cuda_queue& queue, std::uint32_t ordinal,
              detail::matmul_request const& request, tuning const& fixed = {});

/// Once the launches of a product are done: report the kernel that the data led to.
void correct_report(detail::cuda_queue& queue, detail::call_result& ran);

/// How many kernels there are for a product's types and layouts.
int variants_of(detail::matmul_request const& request);

} // namespace gpu::inline v0::sm90
