// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of float with wgmma on bfloat16. Each number is the sum of three bfloat16, its planes;
/// the six largest of the nine products of planes are added.
#pragma once

#include "kernel_set.hpp"
#include "tensor_map.hpp"

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
};

inline constexpr std::array float_variants{
    float_variant{"matmul_tensor_core<128, 128, bf16x6>", false},
    float_variant{"matmul_tensor_core<128, 128, bf16x6_exact>", true},
};

/// Tiles of 128 by 128, and four stages of 32 of k with six planes of 8192 bytes each.
struct float_tile {
    static constexpr int rows = 128, columns = 128, depth = 32, stages = 4;
    static constexpr int plane_bytes = 128 * depth * 2;
    static constexpr unsigned threads = 384;
    /// Stages, box buffers for C, barriers, and alignment to 1024.
    static constexpr int shared_bytes = 1024 + stages * 6 * plane_bytes + 4 * 8192 + 16 * stages;
};

/// The kernels by variant, order of A and order of B. Compiled in float.cu.
using float_kernel_set = void const * [float_variants.size()][2][2];
float_kernel_set const& float_kernels();

/// The magnitudes that planes support: products and their parts are normal numbers, and sums of 32
/// are finite. Zero is also supported.
inline constexpr float least_magnitude = 0x1p-63F;
inline constexpr float greatest_magnitude = 0x1p60F;

/// A matrix to split, and memory for its planes, one after another.
struct split_matrix {
    line_matrix from;
    std::uint16_t* planes;
    std::int64_t stride; ///< elements from one line of a plane to the next
};

/// Splits two matrices, in the order of the stream.
/// @param is_beyond set to 1 if a magnitude is not supported
void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& a,
           split_matrix const& b, unsigned* is_beyond);

/// Computes the product by fused multiply-add if a magnitude is not supported.
/// @param is_beyond on the GPU, as set by `split`
/// @param seen mapped host memory; set to *is_beyond
void multiply_if_beyond(cudaStream_t stream, kernel::matmul_problem<float, float> const& arguments,
                        unsigned* arrivals, unsigned const* is_beyond, unsigned* seen);

} // namespace gpu::inline v0::sm90
