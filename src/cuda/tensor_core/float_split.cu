// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"
#include "cuda/check.hpp"
#include "element.cuh"
#include "float_kernels.hpp"

#include <algorithm>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 256;

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

__device__ __forceinline__ bool is_served(float x) {
    float const magnitude = fabsf(x);
    return (magnitude >= least_magnitude && magnitude <= greatest_magnitude) || x == 0;
}

/// Splits 8 adjacent elements; elements beyond the end of a line are zero.
/// @return whether all are supported
__device__ __forceinline__ bool split_word(split_matrix const& m, std::int64_t word,
                                           std::int64_t words_of_line) {
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
    bool are_served = true;
    uint4 planes[3];
    std::uint32_t* const words[3] = {&planes[0].x, &planes[1].x, &planes[2].x};
#pragma unroll
    for (int i = 0; i < 8; i += 2) {
        are_served = are_served && is_served(x[i]) && is_served(x[i + 1]);
        planes_of_two const both(x[i], x[i + 1]);
#pragma unroll
        for (int plane = 0; plane < 3; ++plane) words[plane][i / 2] = both.of[plane];
    }
    std::uint16_t* const to = m.planes + line * m.stride + first;
#pragma unroll
    for (int plane = 0; plane < 3; ++plane)
        *reinterpret_cast<uint4*>(to + plane * m.from.lines * m.stride) = planes[plane];
    return are_served;
}

__global__ void __launch_bounds__(threads)
    split_two(split_matrix a, split_matrix b, unsigned* is_beyond) {
    std::int64_t const line_a = a.stride / 8, line_b = b.stride / 8;
    std::int64_t const words_a = a.from.lines * line_a;
    std::int64_t const words = words_a + b.from.lines * line_b;
    std::int64_t const step = std::int64_t{gridDim.x} * threads;
    bool are_served = true;
    for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < words; i += step) {
        if (i < words_a) are_served &= split_word(a, i, line_a);
        else are_served &= split_word(b, i - words_a, line_b);
    }
    if (!are_served) *is_beyond = 1;
}

} // namespace

void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& a,
           split_matrix const& b, unsigned* is_beyond) {
    std::int64_t const words = (a.from.lines * a.stride + b.from.lines * b.stride) / 8;
    auto const blocks = static_cast<std::size_t>((words + threads - 1) / threads);
    auto const grid = static_cast<unsigned>(std::min(blocks, 8 * multiprocessors));
    detail::check_cuda(cudaMemsetAsync(is_beyond, 0, sizeof *is_beyond, stream), "cudaMemsetAsync");
    split_two<<<grid, threads, 0, stream>>>(a, b, is_beyond);
    detail::check_cuda(cudaGetLastError(), "split_two");
}

} // namespace gpu::inline v0::sm90
