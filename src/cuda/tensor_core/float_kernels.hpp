// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of float with wgmma on bfloat16. Each number is the sum of three bfloat16, its planes;
/// the six largest of the nine products of planes are added.
#pragma once

#include "cuda/queue.hpp"
#include "magnitudes.hpp"
#include "product_arguments.hpp"
#include "tensor_map.hpp"
#include "tile_parts.hpp"

#include <gpualgo/kernel/matmul/matmul.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// How the products of planes are added.
struct float_variant {
    std::string_view name; ///< for reports
    bool is_exact;         ///< rounding errors are collected and added at the end
    int step_ns;           ///< time per 32 of k on an H200
};

inline constexpr std::array float_variants{
    float_variant{"matmul_tensor_core<128, 128, bf16x6>", false, 1080},
    float_variant{"matmul_tensor_core<128, 128, bf16x6_exact>", true, 1350},
};

/// Tiles of 128 by 128, and four stages of 32 of k with six planes of 8192 bytes each.
struct float_tile {
    static constexpr int rows = 128, columns = 128, depth = 32, stages = 4;
    static constexpr int plane_bytes = 128 * depth * 2;
    static constexpr unsigned threads = 384, multiplying_threads = 256;
    /// Stages, box buffers for C, barriers, and alignment to 1024.
    static constexpr int shared_bytes = 1024 + stages * 6 * plane_bytes + 4 * 8192 + 16 * stages;
};

/// The kernels by variant, order of A and order of B. Compiled in float.cu.
using float_kernel_set = void const * [float_variants.size()][2][2];
float_kernel_set const& float_kernels();

/// Adds the parts of divided tiles, in the order of the stream.
/// @param ranges nothing is done if they are not supported
void add_float_parts(cudaStream_t stream, product_arguments<float> const& p,
                     tile_parts<float> const& parts, operand_ranges const* ranges);

/// A matrix to split, and memory for its planes, one after another.
struct split_matrix {
    line_matrix from;
    std::uint16_t* planes;
    std::int64_t stride; ///< elements from one line of a plane to the next
};

/// Splits two matrices, in the order of the stream.
/// @param ranges on the GPU; receives the ranges of A and B
void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& a,
           split_matrix const& b, operand_ranges* ranges);

/// Computes the product by fused multiply-add if its magnitudes are not supported, in the order of
/// the queue.
/// @param p the same product; its epilogue is applied, too
/// @param ranges on the GPU, as written by `split`
void multiply_if_unsupported(detail::cuda_queue& queue,
                             kernel::matmul_problem<float, float> const& arguments,
                             product_arguments<float> const& p, operand_ranges const* ranges);

} // namespace gpu::inline v0::sm90
