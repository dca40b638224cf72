// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies of matrices that kernels cannot take as they lie: aligned for the copy engine, and
/// transposed if need be.
#pragma once

#include "tensor_map.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The elements from a line of an aligned copy to the next.
constexpr std::int64_t aligned_stride(std::int64_t width, std::size_t element_bytes) {
    auto const elements = static_cast<std::int64_t>(16 / element_bytes);
    return (width + elements - 1) / elements * elements;
}

/// Copy lines, in the order of the stream.
/// @param to memory of the GPU, `aligned_stride(from.width)` elements a line, at a multiple of 16
/// bytes
void copy_aligned(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                  void* to);

/// Copy the transposed matrix, in the order of the stream.
/// @param to memory of the GPU, `aligned_stride(from.lines)` elements a line
void copy_transposed(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                     void* to);

} // namespace gpu::inline v0::sm90
