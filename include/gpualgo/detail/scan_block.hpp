// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans of blocks of elements in the canonical order, by loops that compilers vectorise, also at
/// -O2. Their bounds are constants, and g++ unrolls them: values stay in registers.
#pragma once

#include <cstddef>
#include <type_traits>

#ifdef __CUDACC__ // nvcc does not know g++'s pragmas
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif

namespace gpu::inline v0::detail {

/// Elements in a row of a block.
inline constexpr std::size_t scanned_row = 16;

/// The elements of a block: as many rows as a row has elements.
inline constexpr std::size_t scanned_block = scanned_row * scanned_row;

/// Scans 16 rows at once. Element c of row r is `column[c][r]`.
template <std::size_t Half = 1, class T, class Op>
[[gnu::always_inline]] inline void scan_rows(T (&column)[scanned_row][scanned_row], Op& op) {
    if constexpr (Half < scanned_row) {
        for (std::size_t begin = Half; begin < scanned_row; begin += 2 * Half)
            for (std::size_t c = begin; c < begin + Half; ++c)
#pragma GCC unroll 16
                for (std::size_t r = 0; r < scanned_row; ++r)
                    column[c][r] = op(column[begin - 1][r], column[c][r]);
        detail::scan_rows<2 * Half>(column, op);
    }
}

/// Puts totals in front of the elements of a row of numbers, the last total first.
template <class T, class Op>
[[gnu::always_inline]] inline void precede_row(T const* totals, std::size_t count, T* x, Op& op) {
    T y[scanned_row];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < scanned_row; ++i) y[i] = x[i];
    for (std::size_t k = count; k > 0; --k) {
        T const total = totals[k - 1];
#pragma GCC unroll 16
        for (std::size_t i = 0; i < scanned_row; ++i) {
            T first = total;
            y[i] = op(first, y[i]);
        }
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < scanned_row; ++i) x[i] = y[i];
}

/// Puts the total of each half that a pair begins with in front of the elements of the other half.
template <std::size_t Half = scanned_row, class T, class Op>
[[gnu::always_inline]] inline void join_halves(T* x, Op& op) {
    if constexpr (Half < scanned_block) {
        for (std::size_t begin = Half; begin < scanned_block; begin += 2 * Half) {
            T const total = x[begin - 1];
            for (std::size_t i = begin; i < begin + Half; i += scanned_row)
                detail::precede_row(&total, 1, x + i, op);
        }
        detail::join_halves<2 * Half>(x, op);
    }
}

/// Scans a block of numbers in place: Sklansky's network. The first steps, in rows of 16, are taken
/// on the transposed block, where the elements of a vector belong to different rows.
template <class T, class Op>
[[gnu::noinline]] void scan_block_of_numbers(T* x, Op& op) {
    T column[scanned_row][scanned_row];
    for (std::size_t r = 0; r < scanned_row; ++r)
#pragma GCC unroll 16
        for (std::size_t c = 0; c < scanned_row; ++c) column[c][r] = x[r * scanned_row + c];
    detail::scan_rows(column, op);
    for (std::size_t r = 0; r < scanned_row; ++r)
#pragma GCC unroll 16
        for (std::size_t c = 0; c < scanned_row; ++c) x[r * scanned_row + c] = column[c][r];
    detail::join_halves(x, op);
}

/// Scans up to `scanned_block` elements in place: Sklansky's network.
template <class T, class Op>
void scan_block(T* x, std::size_t n, Op& op) {
    if constexpr (std::is_arithmetic_v<T>)
        if (n == scanned_block) return detail::scan_block_of_numbers(x, op);
    for (std::size_t half = 1; half < n; half *= 2)
        for (std::size_t begin = half; begin < n; begin += 2 * half) {
            T total = x[begin - 1];
            auto const end = begin + half < n ? begin + half : n;
            for (auto i = begin; i < end; ++i) x[i] = op(total, x[i]);
        }
}

/// Puts totals in front of elements, the last total first.
template <class T, class Op>
void precede(T const* totals, std::size_t count, T* x, std::size_t n, Op& op) {
    std::size_t done = 0;
    if constexpr (std::is_arithmetic_v<T>)
        for (; count > 0 && n - done >= scanned_row; done += scanned_row)
            detail::precede_row(totals, count, x + done, op);
    for (std::size_t k = count; k > 0; --k)
        for (std::size_t i = done; i < n; ++i) {
            T first = totals[k - 1];
            x[i] = op(first, x[i]);
        }
}

} // namespace gpu::inline v0::detail

#ifdef __CUDACC__
#pragma nv_diagnostic pop
#endif
