// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of float with wgmma on 16-bit numbers. Each number is the sum of its planes: three of
/// bfloat16, or, but for small errors, two of half. The six largest of nine products of planes are
/// added, or the three largest of four.
#pragma once

#include "cuda/queue.hpp"
#include "float_ranges.hpp"
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
    bool may_be_half;      ///< planes of half are used if the data allows it
    int step_ns;           ///< time per 64 of k on an H200
};

inline constexpr std::array float_variants{
    float_variant{"matmul_tensor_core<128, 128, bf16x6>", false, false, 2160},
    float_variant{"matmul_tensor_core<128, 128, bf16x6_exact>", true, false, 2640},
    float_variant{"matmul_tensor_core<128, 128, f16x3>", false, true, 1240},
};
inline constexpr std::size_t exact_variant = 1, half_variant = 2;

/// See dividing_ns. Fitted to times on an H200: parts also take time besides their steps.
inline constexpr int ns_per_part_of_float = 2500;

/// If tiles have more steps of k than this, those of the last round are not divided. Blocks of a
/// whole round keep pace, see pace.cuh, and share lines in the L2 cache. With fewer steps, panels
/// of A and B stay there anyway. From 4096 on, an H200 took the same time either way.
inline constexpr int most_steps_of_round = 48;

/// Tiles of 128 by 128, and stages of 64 of k with four or six planes of 16 KiB each.
struct float_tile {
    static constexpr int rows = 128, columns = 128, depth = 64;
    static constexpr int plane_bytes = 128 * depth * 2;
    static constexpr int planes_in_memory = 12, most_stages = planes_in_memory / 4;
    static constexpr unsigned threads = 384, multiplying_threads = 256;

    /// @param planes of A, and of B
    static constexpr int stages(int planes) { return planes_in_memory / (2 * planes); }

    /// Stages, box buffers for C, barriers, and alignment to 1024.
    static constexpr int shared_bytes =
        1024 + planes_in_memory * plane_bytes + 4 * 8192 + 16 * most_stages;
};

/// The kernels by `is_exact`, order of A and order of B. Compiled in float.cu.
struct float_kernel_set {
    void const* of[2][2][2];
};
float_kernel_set const& float_kernels();

/// A matrix to split, and memory for its planes, one after another.
struct split_matrix {
    line_matrix from;
    std::uint16_t* planes;
    std::int64_t stride; ///< elements from one line of a plane to the next
};

/// Splits two matrices, in the order of the stream.
/// @param may_be_half whether into planes of half, if the data allows it
/// @param ranges on the GPU; receives the ranges of A and B
void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& a,
           split_matrix const& b, bool may_be_half, operand_ranges* ranges);

/// Computes the product by fused multiply-add if its magnitudes are not supported, in the order of
/// the queue.
/// @param p the same product; its epilogue is applied, too
/// @param ranges on the GPU, as written by `split`
void multiply_if_unsupported(detail::cuda_queue& queue,
                             kernel::matmul_problem<float, float> const& arguments,
                             product_arguments<float> const& p, operand_ranges const* ranges);

} // namespace gpu::inline v0::sm90
