// SPDX-License-Identifier: Apache-2.0
/// @file
/// One segment of the canonical order on a CPU: plain loops that g++ turns into vector instructions, of whatever width the
/// function that they are inlined into is compiled for. Loops have constant bounds where speed matters.
#pragma once

#include <gpualgo/kernel/canonical.hpp>

#include <bit>
#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Elements in a row of a segment.
template <class Value>
inline constexpr std::size_t row_lanes = kernel::segmentation(0, sizeof(Value)).lanes;

/// Rows that are added before lanes go back to memory. Divides the rows of every segment. Elements that widen need more
/// registers.
template <class Value, class T>
inline constexpr std::size_t rows_at_once = sizeof(T) > sizeof(Value) ? 4 : 8;

/// How far ahead of their use elements are fetched, in bytes, where they come from memory.
inline constexpr std::size_t prefetch_distance = 16 << 10;

/// Folds `Rows` rows into the lanes, a cache line of each row at a time: its lanes stay in registers.
/// @tparam Start the first row starts the lanes
/// @param x the first row
/// @param lane `row_lanes<Value>` lanes
/// @param is_far whether the elements are likely to come from memory rather than from a cache
template <std::size_t Rows, bool Start, class Value, class T, class Op>
[[gnu::always_inline]] inline void fold_rows(Value const* x, T* lane, bool is_far, Op op) {
    constexpr std::size_t row = row_lanes<Value>;
    constexpr std::size_t column = row / 8;
#pragma GCC unroll 1
    for (std::size_t c = 0; c < row; c += column, x += column, lane += column) {
        if (is_far)
#pragma GCC unroll 1
            for (std::size_t r = 0; r < Rows; ++r) __builtin_prefetch(reinterpret_cast<char const*>(x + r * row) + prefetch_distance);
        for (std::size_t l = 0; l < column; ++l) {
            T value = Start ? static_cast<T>(x[l]) : lane[l];
#pragma GCC unroll 8
            for (std::size_t r = Start; r < Rows; ++r) value = op(value, static_cast<T>(x[r * row + l]));
            lane[l] = value;
        }
    }
}

/// Folds lanes by halves.
/// @return the total
template <std::size_t Lanes, class T, class Op>
[[gnu::always_inline]] inline T fold_lanes(T* lane, Op op) {
    if constexpr (Lanes == 1) {
        return lane[0];
    } else {
        constexpr std::size_t half = Lanes / 2;
        for (std::size_t l = 0; l < half; ++l) lane[l] = op(lane[l], lane[l + half]);
        return fold_lanes<half>(lane, op);
    }
}

/// Calls `f(l)` for l < count: in steps of a constant number of lanes, which become vector instructions.
template <class F>
[[gnu::always_inline]] inline void for_lanes(std::size_t count, F f) {
    constexpr std::size_t step = 8;
    std::size_t l = 0;
    for (; l + step <= count; l += step)
        for (std::size_t k = 0; k < step; ++k) f(l + k);
    for (; l < count; ++l) f(l);
}

/// The total of m elements that do not fill a row: lanes fold by halves, and an absent lane is skipped.
/// @tparam Lanes a power of two, at least m
template <std::size_t Lanes, class T, class Value, class Op>
[[gnu::always_inline]] inline T fold_partial_row(Value const* x, std::size_t m, Op op) {
    if constexpr (Lanes == 1) {
        return static_cast<T>(x[0]);
    } else {
        constexpr std::size_t half = Lanes / 2;
        if (m <= half) return fold_partial_row<half, T>(x, m, op);
        T lane[half];
        for (std::size_t l = 0; l < half; ++l) lane[l] = static_cast<T>(x[l]);
        for_lanes(m - half, [&](std::size_t l) [[gnu::always_inline]] { lane[l] = op(lane[l], static_cast<T>(x[half + l])); });
        return fold_lanes<half>(lane, op);
    }
}

/// Fewer elements than this are not worth wide vectors.
template <class Value, class T>
inline constexpr std::size_t short_size = std::integral<T> ? 4 * row_lanes<Value> : row_lanes<Value>;

/// The total of m elements, fewer than `short_size`, by baseline instructions.
template <class T, class Value, class Op>
[[gnu::noipa]] T fold_short(Value const* x, std::size_t m, Op op) {
    if constexpr (std::integral<T>) { // the order does not matter
        T total = static_cast<T>(x[0]);
        for (std::size_t i = 1; i < m; ++i) total = op(total, static_cast<T>(x[i]));
        return total;
    } else {
        return fold_partial_row<row_lanes<Value>, T>(x, m, op);
    }
}

/// The total of a segment of m elements, equal to `kernel::canonical_segment` bit for bit after `quieted`.
template <class T, class Value, class Op>
[[gnu::always_inline]] inline T fold_segment(Value const* x, std::size_t m, bool is_far, Op op) {
    constexpr std::size_t row = row_lanes<Value>;
    constexpr std::size_t step = rows_at_once<Value, T>;
    if (m < short_size<Value, T>) return fold_short<T>(x, m, op);

    alignas(64) T lane[row];
    std::size_t rows = m / row; // complete ones that are left
    if (rows >= step) {
        fold_rows<step, true>(x, lane, is_far, op);
        for (x += step * row, rows -= step; rows >= step; x += step * row, rows -= step) fold_rows<step, false>(x, lane, is_far, op);
    } else {
        fold_rows<1, true>(x, lane, false, op);
        x += row, rows -= 1;
    }
    for (; rows > 0; x += row, rows -= 1) fold_rows<1, false>(x, lane, false, op);
    for_lanes(m % row, [&](std::size_t l) [[gnu::always_inline]] { lane[l] = op(lane[l], static_cast<T>(x[l])); });
    return fold_lanes<row>(lane, op);
}

} // namespace gpu::inline v0::detail
