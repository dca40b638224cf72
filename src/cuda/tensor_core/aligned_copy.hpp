// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies matrices into a layout that the kernels accept: aligned for the copy engine, and
/// transposed if necessary.
#pragma once

#include "tensor_map.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Elements from one line of an aligned copy to the next. Short lines begin at sectors of the L2
/// cache. Others begin at its lines, so that boxes are parts of fewer.
constexpr std::int64_t aligned_stride(std::int64_t width, std::size_t element_bytes) {
    auto const size = static_cast<std::int64_t>(element_bytes);
    std::int64_t const elements = (width * size < 1024 ? 32 : 128) / size;
    return (width + elements - 1) / elements * elements;
}

/// Copies lines, in the order of the stream.
/// @param to memory of the GPU, 16-byte aligned, `aligned_stride(from.width)` elements per line
void copy_aligned(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                  void* to);

/// Copies the transposed matrix, in the order of the stream.
/// @param to memory of the GPU, `aligned_stride(from.lines)` elements per line
void copy_transposed(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                     void* to);

} // namespace gpu::inline v0::sm90
