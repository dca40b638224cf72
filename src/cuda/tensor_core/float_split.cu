// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"
#include "checked_launch.cuh"
#include "element.cuh"
#include "float_kernels.hpp"

#include <algorithm>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 256, blocks_per_multiprocessor = 6;

/// x = first + second + third, exactly; for two numbers at a time.
struct planes_of_two {
    std::uint32_t of[3];

    __device__ __forceinline__ planes_of_two(float x, float y) {
        of[0] = pack<bfloat16>(x, y);
        float const rest_x = x - __uint_as_float(of[0] << 16);
        float const rest_y = y - __uint_as_float(of[0] & 0xFFFF0000);
        of[1] = pack<bfloat16>(rest_x, rest_y);
        of[2] = pack<bfloat16>(rest_x - __uint_as_float(of[1] << 16),
                               rest_y - __uint_as_float(of[1] & 0xFFFF0000));
    }
};

/// Splits 8 adjacent elements; elements beyond the end of a line are zero.
/// @param range extended by the elements
__device__ __forceinline__ void split_word(split_matrix const& m, std::int64_t word,
                                           std::int64_t words_of_line, magnitude_range& range) {
    std::int64_t const line = word / words_of_line;
    std::int64_t const first = (word - line * words_of_line) * 8;
    auto const* const source =
        static_cast<float const*>(m.from.data) + line * m.from.stride + first;
    float x[8];
    if (first + 8 <= m.from.width && reinterpret_cast<std::uintptr_t>(source) % 16 == 0) {
        *reinterpret_cast<float4*>(x) = reinterpret_cast<float4 const*>(source)[0];
        *reinterpret_cast<float4*>(x + 4) = reinterpret_cast<float4 const*>(source)[1];
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i) x[i] = first + i < m.from.width ? source[i] : 0.0F;
    }
    uint4 planes[3];
    std::uint32_t* const words[3] = {&planes[0].x, &planes[1].x, &planes[2].x};
#pragma unroll
    for (int i = 0; i < 8; i += 2) {
        range.include(__float_as_uint(x[i]));
        range.include(__float_as_uint(x[i + 1]));
        planes_of_two const both(x[i], x[i + 1]);
#pragma unroll
        for (int plane = 0; plane < 3; ++plane) words[plane][i / 2] = both.of[plane];
    }
    std::uint16_t* const to = m.planes + line * m.stride + first;
#pragma unroll
    for (int plane = 0; plane < 3; ++plane)
        *reinterpret_cast<uint4*>(to + plane * m.from.lines * m.stride) = planes[plane];
}

/// Extends *all, in memory of the GPU, by the ranges of the block's threads.
__device__ __forceinline__ void add_range(magnitude_range const& range, magnitude_range* all) {
    __shared__ magnitude_range of_block;
    if (threadIdx.x == 0) of_block = {};
    __syncthreads();
    std::uint32_t const greatest = __reduce_max_sync(~0u, range.greatest);
    std::uint32_t const negated_least = __reduce_max_sync(~0u, range.negated_least);
    if (threadIdx.x % 32 == 0) {
        atomicMax(&of_block.greatest, greatest);
        atomicMax(&of_block.negated_least, negated_least);
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(&all->greatest, of_block.greatest);
    if (threadIdx.x == 32) atomicMax(&all->negated_least, of_block.negated_least);
}

/// Splits a matrix with `blocks` blocks.
__device__ __forceinline__ void split_matrix_by(unsigned block, unsigned blocks,
                                                split_matrix const& m, magnitude_range* range) {
    std::int64_t const words_of_line = m.stride / 8, words = m.from.lines * words_of_line;
    magnitude_range own;
    for (std::int64_t i = std::int64_t{block} * threads + threadIdx.x; i < words;
         i += std::int64_t{blocks} * threads)
        split_word(m, i, words_of_line, own);
    add_range(own, range);
}

/// The first `blocks_of_a` blocks split A, and the others B.
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    split_two(split_matrix a, split_matrix b, unsigned blocks_of_a, operand_ranges* ranges) {
    if (blockIdx.x < blocks_of_a) split_matrix_by(blockIdx.x, blocks_of_a, a, &ranges->a);
    else split_matrix_by(blockIdx.x - blocks_of_a, gridDim.x - blocks_of_a, b, &ranges->b);
}

/// The number of 8 elements in a matrix.
std::int64_t words_of(split_matrix const& m) { return m.from.lines * m.stride / 8; }

} // namespace

void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& a,
           split_matrix const& b, operand_ranges* ranges) {
    auto const needed = [](split_matrix const& m) { return (words_of(m) + threads - 1) / threads; };
    auto const most = static_cast<std::int64_t>(blocks_per_multiprocessor * multiprocessors);
    std::int64_t const blocks = std::min(needed(a) + needed(b), most);
    auto const share_of_a =
        static_cast<double>(words_of(a)) / static_cast<double>(words_of(a) + words_of(b));
    auto const blocks_of_a = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(share_of_a * static_cast<double>(blocks)), 1, blocks - 1);
    detail::check_cuda(cudaMemsetAsync(ranges, 0, sizeof *ranges, stream), "cudaMemsetAsync");
    launch_checked({stream, static_cast<unsigned>(blocks), threads}, "split_two", &split_two, a, b,
                   static_cast<unsigned>(blocks_of_a), ranges);
}

} // namespace gpu::inline v0::sm90
