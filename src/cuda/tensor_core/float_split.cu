// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"
#include "checked_launch.cuh"
#include "cluster.cuh"
#include "element.cuh"
#include "float_kernels.hpp"

#include <algorithm>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 128, blocks_per_multiprocessor = 7;

/// Splits into three planes: x = first + second + third, exactly.
struct splits_into_bfloat16 {
    static constexpr int planes = 3;

    /// @param words[i] receives the numbers of plane i
    __device__ __forceinline__ void operator()(float x, float y, std::uint32_t (&words)[3]) const {
        words[0] = pack<bfloat16>(x, y);
        float const rest_x = x - __uint_as_float(words[0] << 16);
        float const rest_y = y - __uint_as_float(words[0] & 0xFFFF0000);
        words[1] = pack<bfloat16>(rest_x, rest_y);
        words[2] = pack<bfloat16>(rest_x - __uint_as_float(words[1] << 16),
                                  rest_y - __uint_as_float(words[1] & 0xFFFF0000));
    }
};

/// Splits into two planes: scale * x = first + second / scale_of_second_half, nearly.
struct splits_into_half {
    static constexpr int planes = 2;
    float scale;

    __device__ __forceinline__ void operator()(float x, float y, std::uint32_t (&words)[2]) const {
        x *= scale;
        y *= scale;
        words[0] = pack<half>(x, y);
        words[1] = pack<half>((x - widen<half>(words[0])) * scale_of_second_half,
                              (y - widen<half>(words[0] >> 16)) * scale_of_second_half);
    }
};

/// A word's line, and its place there. Division of 64-bit numbers would take longer than a split.
struct word_place {
    std::int64_t line, word;

    __device__ __forceinline__ word_place(std::int64_t word_of_all, std::int64_t words_of_line,
                                          std::int64_t words) {
        if (words == words_of_line) line = 0;
        else if (words <= 0xFFFFFFFF)
            line =
                static_cast<std::uint32_t>(word_of_all) / static_cast<std::uint32_t>(words_of_line);
        else line = word_of_all / words_of_line;
        word = word_of_all - line * words_of_line;
    }
};

/// A word: eight adjacent elements of a line. Those beyond its end are zero.
struct eight_elements {
    std::int64_t line, first; ///< of the line's elements
    float of[8];

    __device__ __forceinline__ eight_elements(split_matrix const& m, word_place const& place)
        : line(place.line), first(place.word * 8) {
        auto const* const source =
            static_cast<float const*>(m.from.data) + line * m.from.stride + first;
        if (first + 8 <= m.from.width && reinterpret_cast<std::uintptr_t>(source) % 16 == 0) {
            *reinterpret_cast<float4*>(of) = reinterpret_cast<float4 const*>(source)[0];
            *reinterpret_cast<float4*>(of + 4) = reinterpret_cast<float4 const*>(source)[1];
        } else {
#pragma unroll
            for (int i = 0; i < 8; ++i) of[i] = first + i < m.from.width ? source[i] : 0.0F;
        }
    }

    __device__ __forceinline__ void extend(magnitude_range& range) const {
#pragma unroll
        for (float const x : of) range.include(__float_as_uint(x));
    }

    /// The elements of less than a magnitude, other than 0.
    __device__ __forceinline__ unsigned count_below(std::uint32_t magnitude) const {
        unsigned count = 0;
#pragma unroll
        for (float const x : of)
            count += (__float_as_uint(x) & 0x7FFFFFFF) - 1 < magnitude - 1 ? 1 : 0;
        return count;
    }

    template <class Splits>
    __device__ __forceinline__ void split(split_matrix const& m, Splits const& splits) const {
        uint4 planes[Splits::planes];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            std::uint32_t words[Splits::planes];
            splits(of[2 * i], of[2 * i + 1], words);
#pragma unroll
            for (int plane = 0; plane < Splits::planes; ++plane)
                (&planes[plane].x)[i] = words[plane];
        }
        std::uint16_t* const to = m.planes + line * m.stride + first;
#pragma unroll
        for (int plane = 0; plane < Splits::planes; ++plane)
            *reinterpret_cast<uint4*>(to + plane * m.from.lines * m.stride) = planes[plane];
    }
};

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

/// The blocks that read one of the matrices.
struct matrix_share {
    unsigned block, blocks;
    bool is_of_a;

    /// @param blocks_of_a the first ones of the grid; the others read B
    __device__ __forceinline__ explicit matrix_share(unsigned blocks_of_a)
        : block(blockIdx.x < blocks_of_a ? blockIdx.x : blockIdx.x - blocks_of_a),
          blocks(blockIdx.x < blocks_of_a ? blocks_of_a : gridDim.x - blocks_of_a),
          is_of_a(blockIdx.x < blocks_of_a) {}

    /// Calls f(matrix, elements) for all eights of elements. From the end to the beginning, because
    /// products begin with the first ones, which are in the cache then.
    template <class F>
    __device__ __forceinline__ void for_each(split_matrix const& a, split_matrix const& b,
                                             F f) const {
        // with a reference to one of them, the compiler would copy both to local memory
        if (is_of_a) for_each(a, f);
        else for_each(b, f);
    }

private:
    template <class F>
    __device__ __forceinline__ void for_each(split_matrix const& m, F f) const {
        std::int64_t const words_of_line = m.stride / 8, words = m.from.lines * words_of_line;
        std::int64_t const step = std::int64_t{blocks} * threads;
        auto const load = [&](std::int64_t i) {
            return eight_elements(m, word_place(words - 1 - i, words_of_line, words));
        };
        for (std::int64_t i = std::int64_t{block} * threads + threadIdx.x; i < words;
             i += 2 * step) {
            bool const has_next = i + step < words;
            // both are loaded before one is used
            eight_elements const one = load(i), next = load(has_next ? i + step : i);
            f(m, one);
            if (has_next) f(m, next);
        }
    }
};

__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    split_into_bfloat16(split_matrix a, split_matrix b, unsigned blocks_of_a,
                        operand_ranges* ranges) {
    matrix_share const share(blocks_of_a);
    magnitude_range own;
    share.for_each(a, b, [&](split_matrix const& m, eight_elements const& elements) {
        elements.extend(own);
        elements.split(m, splits_into_bfloat16{});
    });
    add_range(own, share.is_of_a ? &ranges->a.all : &ranges->b.all);
}

/// Guesses the exponent of a matrix's scale from some elements. All blocks make the same guess.
__device__ __forceinline__ int guess_exponent(line_matrix const& m) {
    __shared__ std::uint32_t greatest;
    if (threadIdx.x == 0) greatest = 0;
    __syncthreads();
    std::uint32_t own = 0;
#pragma unroll
    for (unsigned i = threadIdx.x; i < samples_of_scale; i += threads) {
        sample_place const at = sample_at(m.lines, m.width, i);
        float const x = static_cast<float const*>(m.data)[at.line * m.stride + at.column];
        own = max(own, __float_as_uint(x) & 0x7FFFFFFF);
    }
    own = __reduce_max_sync(~0u, own);
    if (threadIdx.x % 32 == 0) atomicMax(&greatest, own);
    __syncthreads();
    return exponent_of_scale(greatest, headroom_of_guess);
}

/// Adds to *all, in memory of the GPU, the numbers that the block's threads have counted. Those
/// beyond `most_small_numbers` do not matter.
__device__ __forceinline__ void add_small(unsigned own, std::uint32_t* all) {
    __shared__ unsigned of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    if (own > 0) atomicAdd(&of_block, min(own, most_small_numbers + 1));
    __syncthreads();
    if (threadIdx.x == 0 && of_block > 0) atomicAdd(all, of_block);
}

/// Splits into planes of half, with a guessed scale, and finds the ranges.
/// @param from_a, from_b the matrices as they are, from which the scales are guessed
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    split_by_guess(split_matrix a, split_matrix b, line_matrix from_a, line_matrix from_b,
                   unsigned blocks_of_a, operand_ranges* ranges) {
    matrix_share const share(blocks_of_a);
    int const exponent = share.is_of_a ? guess_exponent(from_a) : guess_exponent(from_b);
    splits_into_half const splits{power_of_two(exponent)};
    std::uint32_t const least = least_magnitude_of_half(exponent);
    magnitude_range own;
    unsigned small = 0;
    share.for_each(a, b, [&](split_matrix const& m, eight_elements const& elements) {
        elements.extend(own);
        small += elements.count_below(least);
        elements.split(m, splits);
    });
    split_range* const range = share.is_of_a ? &ranges->a : &ranges->b;
    add_range(own, &range->all);
    add_small(small, &range->small);
    if (share.block == 0 && threadIdx.x == 0) range->guessed = exponent;
}

/// Splits again if the guess was wrong: into planes of half if the ranges allow it, otherwise of
/// bfloat16.
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    split_by_ranges(split_matrix a, split_matrix b, unsigned blocks_of_a,
                    operand_ranges const* ranges) {
    wait_for_previous_kernel();
    matrix_share const share(blocks_of_a);
    auto const split_all = [&](auto const& splits) {
        share.for_each(a, b, [&](split_matrix const& m, eight_elements const& elements) {
            elements.split(m, splits);
        });
    };
    float_planes const planes = ranges->planes(true);
    split_range const& own = share.is_of_a ? ranges->a : ranges->b;
    if (planes == float_planes::three_of_bfloat16) split_all(splits_into_bfloat16{});
    if (planes == float_planes::two_of_half && !own.is_guess_right())
        split_all(splits_into_half{power_of_two(own.exponent())});
}

/// The number of 8 elements in a matrix.
std::int64_t words_of(split_matrix const& m) { return m.from.lines * m.stride / 8; }

/// The same elements as one line, if there are no gaps between lines, neither here nor in the
/// planes.
split_matrix flat(split_matrix const& m) {
    std::int64_t const elements = m.from.lines * m.stride;
    if (m.from.width != m.stride || m.from.stride != m.stride) return m;
    return {{m.from.data, elements, 1, elements, m.from.element_bytes}, m.planes, elements};
}

} // namespace

void split(cudaStream_t stream, std::size_t multiprocessors, split_matrix const& of_a,
           split_matrix const& of_b, bool may_be_half, operand_ranges* ranges) {
    split_matrix const a = flat(of_a), b = flat(of_b);
    auto const needed = [](split_matrix const& m) { return (words_of(m) + threads - 1) / threads; };
    auto const most = static_cast<std::int64_t>(blocks_per_multiprocessor * multiprocessors);
    std::int64_t const blocks = std::min(needed(a) + needed(b), most);
    auto const share_of_a =
        static_cast<double>(words_of(a)) / static_cast<double>(words_of(a) + words_of(b));
    auto const blocks_of_a = static_cast<unsigned>(std::clamp<std::int64_t>(
        static_cast<std::int64_t>(share_of_a * static_cast<double>(blocks)), 1, blocks - 1));
    detail::check_cuda(cudaMemsetAsync(ranges, 0, sizeof *ranges, stream), "cudaMemsetAsync");
    launch_on where{stream, static_cast<unsigned>(blocks), threads};
    if (may_be_half) {
        launch_checked(where, "split_by_guess", &split_by_guess, a, b, of_a.from, of_b.from,
                       blocks_of_a, ranges);
        where.may_start_early = true;
        launch_checked(where, "split_by_ranges", &split_by_ranges, a, b, blocks_of_a, ranges);
    } else {
        launch_checked(where, "split_into_bfloat16", &split_into_bfloat16, a, b, blocks_of_a,
                       ranges);
    }
}

} // namespace gpu::inline v0::sm90
