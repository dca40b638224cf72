// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"

#include "checked_launch.cuh"

#include <algorithm>
#include <cstdint>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 256;

/// Copies lines, 16 bytes per store of a thread, and pads their ends with zeros.
template <class Element>
__global__ void __launch_bounds__(threads)
    copy_lines(Element const* from, std::int64_t stride, uint4* to, std::int64_t lines,
               std::int64_t width, std::int64_t words_of_line) {
    constexpr int elements = sizeof(uint4) / sizeof(Element);
    std::int64_t const step = std::int64_t{gridDim.x} * threads;
    for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
         i < lines * words_of_line; i += step) {
        std::int64_t const line = i / words_of_line;
        std::int64_t const first = (i - line * words_of_line) * elements;
        Element const* const source = from + line * stride + first;
        union {
            Element of[elements];
            uint4 word;
        } copied{};
#pragma unroll
        for (int e = 0; e < elements; ++e)
            if (first + e < width) copied.of[e] = source[e];
        to[i] = copied.word;
    }
}

/// Transposes through squares of 32 by 32 elements in shared memory, whose padding keeps columns in
/// different banks.
template <class Element>
__global__ void __launch_bounds__(threads)
    transpose_squares(Element const* from, std::int64_t stride, Element* to,
                      std::int64_t stride_of_copy, std::int64_t lines, std::int64_t width) {
    __shared__ Element square[32][33];
    std::int64_t const across = (width + 31) / 32, down = (lines + 31) / 32;
    unsigned const x = threadIdx.x % 32, y = threadIdx.x / 32;
    for (std::int64_t i = blockIdx.x; i < across * down; i += gridDim.x) {
        std::int64_t const line = i / across * 32, column = i % across * 32;
        for (unsigned row = y; row < 32; row += threads / 32)
            if (line + row < lines && column + x < width)
                square[row][x] = from[(line + row) * stride + column + x];
        __syncthreads();
        for (unsigned row = y; row < 32; row += threads / 32)
            if (column + row < width && line + x < lines)
                to[(column + row) * stride_of_copy + line + x] = square[x][row];
        __syncthreads();
    }
}

/// Calls f with a type of `bytes` bytes.
template <class F>
void with_element(std::size_t bytes, F f) {
    if (bytes == 1) f(std::uint8_t{});
    if (bytes == 2) f(std::uint16_t{});
    if (bytes == 4) f(std::uint32_t{});
    if (bytes == 8) f(std::uint64_t{});
}

unsigned grid_of(std::int64_t blocks, std::size_t multiprocessors) {
    return static_cast<unsigned>(std::min(static_cast<std::size_t>(blocks), 8 * multiprocessors));
}

} // namespace

void copy_aligned(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                  void* to) {
    std::int64_t const words_of_line = aligned_stride(from.width, from.element_bytes) *
                                       static_cast<std::int64_t>(from.element_bytes) / 16;
    std::int64_t const blocks = (from.lines * words_of_line + threads - 1) / threads;
    with_element(from.element_bytes, [&](auto element) {
        using type = decltype(element);
        launch_checked({stream, grid_of(blocks, multiprocessors), threads}, "copy_lines",
                       &copy_lines<type>, static_cast<type const*>(from.data), from.stride,
                       static_cast<uint4*>(to), from.lines, from.width, words_of_line);
    });
}

void copy_transposed(cudaStream_t stream, std::size_t multiprocessors, line_matrix const& from,
                     void* to) {
    std::int64_t const squares = ((from.width + 31) / 32) * ((from.lines + 31) / 32);
    with_element(from.element_bytes, [&](auto element) {
        using type = decltype(element);
        launch_checked({stream, grid_of(squares, multiprocessors), threads}, "transpose_squares",
                       &transpose_squares<type>, static_cast<type const*>(from.data), from.stride,
                       static_cast<type*>(to), aligned_stride(from.lines, from.element_bytes),
                       from.lines, from.width);
    });
}

} // namespace gpu::inline v0::sm90
