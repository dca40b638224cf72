// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products on the tensor cores of GPUs of compute capability 9.0.
#pragma once

#include "cuda/queue.hpp"
#include "kernel_set.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstdint>
#include <string>

namespace gpu::inline v0::sm90 {

/// Why no kernel can compute a checked product on a GPU, for any shape; empty if one can.
std::string why_not(std::uint32_t ordinal, detail::matmul_request const& request);

/// Why the kernels do not support a shape; empty if they do.
std::string why_not_shape(detail::matmul_request const& request);

/// Whether the kernels compute a batch in one launch, if they can compute its first product. The
/// matrices are at equal distances, and none need be copied or split first.
bool is_one_launch(detail::matmul_request const& request);

/// Whether one launch for a batch is faster than cuBLAS, see faster_shapes.hpp.
bool is_batch_faster_than_cublas(detail::matmul_request const& request);

/// Whether a product has a tile of 128 by 128 for each multiprocessor, see has_tile_for_each.
bool fills_gpu(std::uint32_t ordinal, detail::matmul_request const& request);

/// Whether the kernels are faster than cuBLAS, see faster_shapes.hpp.
bool is_faster_than_cublas(detail::matmul_request const& request);

/// Whether the kernels, which apply an epilogue to sums in registers, are faster than cuBLAS and a
/// pass over its sums.
bool is_faster_than_a_pass(detail::matmul_request const& request);

/// Whether the kernels are faster than register_tile, according to measurements.
bool is_faster_than_register_tile(detail::matmul_request const& request);

/// Whether one launch for a batch is faster than one of register_tile, according to measurements.
bool is_batch_faster_than_register_tile(detail::matmul_request const& request);

/// How products of float are computed if tensor cores do not support their magnitudes. The data
/// decides that on the GPU.
enum class unsupported_magnitudes { by_fused_multiply_add, not_at_all };

/// Launches the kernels of a product, or of a batch that is_one_launch, with its epilogue. Alpha
/// and k are not 0, and why_not and why_not_shape return nothing. Does not wait.
/// @param fixed its variant must be less than `variants_of(request)`
void multiply(
    detail::cuda_queue& queue, std::uint32_t ordinal, detail::matmul_request const& request,
    tuning const& fixed = {},
    unsupported_magnitudes if_unsupported = unsupported_magnitudes::by_fused_multiply_add);

/// Called after the launches of `multiply` have ended. Corrects the report if the numbers were not
/// split into planes of half, or if tensor cores did not support the magnitudes. Then it names the
/// kernels that have run, and the reason.
/// @return whether C is computed
bool has_multiplied(detail::cuda_queue& queue, detail::matmul_request const& request,
                    detail::call_result& ran, unsupported_magnitudes if_unsupported);

/// The number of kernel variants for a product's types, precision and layouts.
int variants_of(detail::matmul_request const& request);

} // namespace gpu::inline v0::sm90
