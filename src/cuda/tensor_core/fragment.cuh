// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores a warpgroup's sums to C: 64 rows and 2 * N columns. Lane l of warp w has columns 8j + 2
/// (l % 4) and the next. They are of row 16w + l / 4 (elements 4j, 4j + 1) and of the row 8 below
/// (4j + 2, 4j + 3).
#pragma once

#include "epilogue.cuh"
#include "neighbours.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The row of a thread's first element.
__device__ __forceinline__ int row_in_fragment() {
    return static_cast<int>(threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4);
}

/// Writes an element of C.
/// @tparam E see for_type_of_c
template <class E, class Sum, class Small>
__device__ __forceinline__ void write(product_arguments<Sum, Small> const& p, std::int64_t at,
                                      Sum value) {
    if constexpr (sizeof(E) == 2)
        reinterpret_cast<std::uint16_t*>(p.c)[at] =
            static_cast<std::uint16_t>(pack<E>(number_in(value), 0));
    else p.c[at] = value;
}

/// Calls f(i, row, column) for each pair of adjacent elements of C; i is the index of the first.
/// @param row, column of the warpgroup's first element
template <int N, class F>
__device__ __forceinline__ void for_each_pair(int row, int column, F f) {
    int const y = row + row_in_fragment();
    int const x = column + static_cast<int>(threadIdx.x % 4 * 2);
#pragma unroll
    for (int i = 0; i < N; i += 2) f(i, y + (i % 4 == 0 ? 0 : 8), x + i / 4 * 8);
}

/// The elements of C: alpha * sums + beta * C, then the steps of the epilogue. Does not read C if
/// beta is 0.
template <int N, class Sum, class Small>
__device__ __forceinline__ void finish(Sum (&sums)[N], product_arguments<Sum, Small> const& p,
                                       int row, int column) {
    if (!are_sums_unscaled(p)) {
#pragma unroll
        for (int i = 0; i < N; ++i) multiply_by_alpha(sums[i], p);
    }
    if (p.beta != 0)
        for_type_of_c(p, [&]<class E>() {
            for_each_pair<N>(row, column, [&](int i, int y, int x) {
                std::int64_t const at = y * p.leading_dimension + x;
                if (y < p.m && x < p.n) add_c<E>(sums[i], p, at);
                if (y < p.m && x + 1 < p.n) add_c<E>(sums[i + 1], p, at + 1);
            });
        });
    int const y = row + row_in_fragment();
    int const x = column + static_cast<int>(threadIdx.x % 4 * 2);
    apply_steps(sums, p, [=](int first, int i) {
        return element_place{y + (i % 4 < 2 ? 0 : 8), x + 2 * first + i / 4 * 8 + i % 2};
    });
}

/// Stores two adjacent elements at once. As one integer: the compiler might store two words one
/// after the other.
template <class Sum>
__device__ __forceinline__ void store_neighbours(Sum* to, Sum first, Sum second) {
    if constexpr (sizeof(Sum) == 4)
        *reinterpret_cast<std::uint64_t*>(to) = bits_of(first) | std::uint64_t{bits_of(second)}
                                                                     << 32;
    else *reinterpret_cast<neighbours<Sum>*>(to) = {first, second};
}

/// Stores four adjacent elements that begin at a multiple of 16 bytes, 16 bytes at a time.
template <class Sum>
__device__ __forceinline__ void store_four(Sum* to, Sum const (&x)[4]) {
    if constexpr (sizeof(Sum) == 4)
        *reinterpret_cast<uint4*>(to) = {bits_of(x[0]), bits_of(x[1]), bits_of(x[2]),
                                         bits_of(x[3])};
    else {
        store_neighbours(to, x[0], x[1]);
        store_neighbours(to + 2, x[2], x[3]);
    }
}

/// Writes two adjacent elements of a row, those that are inside C.
/// @tparam E see for_type_of_c
/// @param x even
template <class E, class Sum, class Small>
__device__ __forceinline__ void write_pair(product_arguments<Sum, Small> const& p, int y, int x,
                                           Sum first, Sum second) {
    if (y >= p.m || x >= p.n) return;
    std::int64_t const at = y * p.leading_dimension + x;
    bool const are_both = x + 1 < p.n;
    if (are_both && p.has_pairs) {
        if constexpr (sizeof(E) == 2)
            *reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::uint16_t*>(p.c) + at) =
                pack<E>(number_in(first), number_in(second));
        else store_neighbours(p.c + at, first, second);
    } else {
        write<E>(p, at, first);
        if (are_both) write<E>(p, at + 1, second);
    }
}

/// Exchanges the words of four lanes. Before, lane t has columns 2t and 2t + 1 of each of four
/// groups of 8; afterwards it has all of group t.
__device__ __forceinline__ void transpose_words(std::uint32_t (&w)[4]) {
    unsigned const t = threadIdx.x % 4;
#pragma unroll
    for (int i = 0; i < 4; i += 2) {
        std::uint32_t const other = __shfl_xor_sync(~0u, t & 1 ? w[i] : w[i + 1], 1);
        if (t & 1) w[i] = other;
        else w[i + 1] = other;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        std::uint32_t const other = __shfl_xor_sync(~0u, t & 2 ? w[i] : w[i + 2], 2);
        if (t & 2) w[i] = other;
        else w[i + 2] = other;
    }
}

/// Writes 8 elements of 16 bits, those that are inside C.
/// @param left number of elements of the row from here on
__device__ __forceinline__ void store_eight(std::uint16_t* to, std::uint32_t const (&w)[4],
                                            int left) {
    if (left >= 8) {
        *reinterpret_cast<uint4*>(to) = make_uint4(w[0], w[1], w[2], w[3]);
        return;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        if (i < left) to[i] = static_cast<std::uint16_t>(w[i / 2] >> i % 2 * 16);
}

/// Writes rows of 16-bit elements that begin at multiples of 16 bytes, 16 bytes at a time.
template <int N, class Sum, class Small>
__device__ __forceinline__ void
store_rounded(Sum const (&sums)[N], product_arguments<Sum, Small> const& p, int row, int column) {
    auto* const c = reinterpret_cast<std::uint16_t*>(p.c);
    int const x = column + static_cast<int>(threadIdx.x % 4 * 8);
#pragma unroll
    for (int group = 0; group < N / 16; ++group)
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) {
            std::uint32_t words[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                Sum const* const pair = &sums[group * 16 + i * 4 + lower * 2];
                words[i] = pack<Small>(number_in(pair[0]), number_in(pair[1]));
            }
            transpose_words(words);
            int const y = row + row_in_fragment() + lower * 8;
            if (y < p.m)
                store_eight(c + y * p.leading_dimension + x + group * 32, words,
                            p.n - x - group * 32);
        }
}

/// Writes rows of C, 8 or 16 bytes at a time if they are aligned.
template <int N, class Sum, class Small>
__device__ __forceinline__ void
store_rows(Sum const (&sums)[N], product_arguments<Sum, Small> const& p, int row, int column) {
    for_type_of_c(p, [&]<class E>() {
        if constexpr (sizeof(E) == 2)
            if (p.is_aligned) return store_rounded(sums, p, row, column);
        for_each_pair<N>(row, column, [&](int i, int y, int x) {
            write_pair<E>(p, y, x, sums[i], sums[i + 1]);
        });
    });
}

/// Two pairs of adjacent elements of a row of C: alpha * x + beta * C, then the steps of the
/// epilogue. Writes those that are inside C. If all four are adjacent, and rows are aligned, writes
/// them at once.
/// @tparam Offset from the first pair to the second one
/// @param column of the first element, a multiple of 2, or of 4 if all are adjacent
template <int Offset = 2, class Sum, class Small>
__device__ __forceinline__ void finish_four(product_arguments<Sum, Small> const& p, int row,
                                            int column, Sum (&x)[4]) {
    scale_pair(p, row, column, x[0], x[1]);
    scale_pair(p, row, column + Offset, x[2], x[3]);
    apply_steps(x, p, [=](int, int i) {
        return element_place{row, column + i / 2 * Offset + i % 2};
    });
    bool const is_whole = Offset == 2 && p.is_aligned && row < p.m && column + 4 <= p.n;
    std::int64_t const at = row * p.leading_dimension + column;
    for_type_of_c(p, [&]<class E>() {
        if (!is_whole) {
            write_pair<E>(p, row, column, x[0], x[1]);
            write_pair<E>(p, row, column + Offset, x[2], x[3]);
        } else if constexpr (sizeof(E) == 2) {
            *reinterpret_cast<uint2*>(reinterpret_cast<std::uint16_t*>(p.c) +
                                      at) = {pack<E>(number_in(x[0]), number_in(x[1])),
                                             pack<E>(number_in(x[2]), number_in(x[3]))};
        } else {
            store_four(p.c + at, x);
        }
    });
}

} // namespace gpu::inline v0::sm90
