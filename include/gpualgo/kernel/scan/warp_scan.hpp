// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans of a warp's elements in registers. Each lane has N of them, which are neighbours.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// Scans in the canonical order: Sklansky's network on the elements of a lane, then on the lanes.
/// @tparam N a power of two
/// @param x set to the results
template <class Warp, class T, unsigned N, class Op>
GPUALGO_DEVICE void scan_lanes(Warp const& warp, T (&x)[N], Op op) {
    unsigned const lane = warp.thread_rank();
    auto const precede = [&x, op](T node) {
        for (unsigned k = 0; k < N; ++k) x[k] = op(node, x[k]);
    };
    for (unsigned d = 1; d < N; d *= 2)
        for (unsigned k = 0; k < N; ++k)
            if ((k & d) != 0) x[k] = op(x[(k & ~(2 * d - 1)) | (d - 1)], x[k]);
    for (unsigned d = 1; d < 32; d *= 2) {
        T const node = warp.shfl(x[N - 1], (lane & ~(2 * d - 1)) | (d - 1));
        if constexpr (std::is_same_v<Op, plus> && std::is_floating_point_v<T>)
            precede((lane & d) != 0 ? node : -T{}); // -0 changes no sum
        else if ((lane & d) != 0) precede(node);
    }
}

/// Scans in any order, with fewer operations.
/// @param x set to the results
template <class Warp, class T, unsigned N, class Op>
GPUALGO_DEVICE void scan_lanes_in_any_order(Warp const& warp, T (&x)[N], Op op) {
    unsigned const lane = warp.thread_rank();
    for (unsigned k = 1; k < N; ++k) x[k] = op(x[k - 1], x[k]);
    T total = x[N - 1]; // up to this lane
    for (unsigned d = 1; d < 32; d *= 2) {
        T const other = warp.shfl(total, (lane - d) & 31);
        if (lane >= d) total = op(other, total);
    }
    T const before = warp.shfl(total, (lane + 31) & 31);
    if (lane > 0)
        for (unsigned k = 0; k < N; ++k) x[k] = op(before, x[k]);
}

/// Moves every result to the next element. The first element of lane 0 gets no value.
template <class Warp, class T, unsigned N>
GPUALGO_DEVICE void shift_lanes(Warp const& warp, T (&x)[N]) {
    T const before = warp.shfl(x[N - 1], (warp.thread_rank() + 31) & 31);
    for (unsigned k = N - 1; k > 0; --k) x[k] = x[k - 1];
    x[0] = before;
}

} // namespace gpu::inline v0::kernel
