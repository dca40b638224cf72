// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans of a warp's rows in registers. Lane l has V neighbouring elements of each row, from
/// element V l on.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// Scans in the canonical order: Sklansky's network on the elements of a lane, then on the lanes of
/// a row, then on the rows.
/// @param x set to the results
template <class Warp, class T, unsigned Rows, unsigned V, class Op>
GPUALGO_DEVICE void scan_rows(Warp const& warp, T (&x)[Rows][V], Op op) {
    unsigned const lane = warp.thread_rank();
    auto const precede = [op](T node, T(&part)[V]) {
        for (unsigned v = 0; v < V; ++v) part[v] = op(node, part[v]);
    };
    for (unsigned d = 1; d < V; d *= 2)
        for (unsigned r = 0; r < Rows; ++r)
            for (unsigned v = 0; v < V; ++v)
                if ((v & d) != 0) x[r][v] = op(x[r][(v & ~(2 * d - 1)) | (d - 1)], x[r][v]);
    for (unsigned d = 1; d < 32; d *= 2)
        for (unsigned r = 0; r < Rows; ++r) {
            T const node = warp.shfl(x[r][V - 1], (lane & ~(2 * d - 1)) | (d - 1));
            if constexpr (std::is_same_v<Op, plus> && std::is_floating_point_v<T>)
                precede((lane & d) != 0 ? node : -T{}, x[r]); // -0 changes no sum
            else if ((lane & d) != 0) precede(node, x[r]);
        }
    for (unsigned d = 1; d < Rows; d *= 2)
        for (unsigned r = 0; r < Rows; ++r)
            if ((r & d) != 0) precede(warp.shfl(x[(r & ~(2 * d - 1)) | (d - 1)][V - 1], 31), x[r]);
}

/// Scans in any order, with fewer operations.
/// @param x set to the results
template <class Warp, class T, unsigned Rows, unsigned V, class Op>
GPUALGO_DEVICE void scan_rows_in_any_order(Warp const& warp, T (&x)[Rows][V], Op op) {
    unsigned const lane = warp.thread_rank();
    T total[Rows]; // of each row up to this lane
    for (unsigned r = 0; r < Rows; ++r) {
        for (unsigned v = 1; v < V; ++v) x[r][v] = op(x[r][v - 1], x[r][v]);
        total[r] = x[r][V - 1];
    }
    for (unsigned d = 1; d < 32; d *= 2)
        for (unsigned r = 0; r < Rows; ++r) {
            T const other = warp.shfl(total[r], (lane - d) & 31);
            if (lane >= d) total[r] = op(other, total[r]);
        }
    T front{}; // the total of the rows before
    for (unsigned r = 0; r < Rows; ++r) {
        T before = warp.shfl(total[r], (lane + 31) & 31);
        T const whole = warp.shfl(total[r], 31);
        if (r > 0) before = lane > 0 ? op(front, before) : front;
        if (r > 0 || lane > 0)
            for (unsigned v = 0; v < V; ++v) x[r][v] = op(before, x[r][v]);
        front = r > 0 ? op(front, whole) : whole;
    }
}

/// Moves every result to the next element. The first element gets no value.
template <class Warp, class T, unsigned Rows, unsigned V>
GPUALGO_DEVICE void shift_rows(Warp const& warp, T (&x)[Rows][V]) {
    unsigned const lane = warp.thread_rank();
    T end{}; // of the row before
    for (unsigned r = 0; r < Rows; ++r) {
        T before = warp.shfl(x[r][V - 1], (lane + 31) & 31);
        T const next_end = warp.shfl(x[r][V - 1], 31);
        if (lane == 0) before = end;
        end = next_end;
        for (unsigned v = V - 1; v > 0; --v) x[r][v] = x[r][v - 1];
        x[r][0] = before;
    }
}

} // namespace gpu::inline v0::kernel
