// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order of at most 32 elements, evaluated by one thread.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::kernel {

/// Elements that one thread folds: a row of the canonical order has at least as many.
inline constexpr unsigned most_few = 32;

/// Whether the order does not matter: for integers, and for minima and maxima, whose NaNs are
/// quieted at the end.
template <class T, class Op>
inline constexpr bool
    folds_in_any_order = (std::integral<T> && std::derived_from<Op, exact_on_integers>) ||
                         std::derived_from<Op, minimum> || std::derived_from<Op, maximum>;

/// Folds at most N elements by halves. Loads are in flight together.
/// @param x has `get`
/// @param m elements, at least one
template <unsigned N, class T, class Input, class Op>
[[nodiscard]] GPUALGO_FUNCTION constexpr T fold_up_to(Input const& x, unsigned m, Op op) {
    static_assert(N > 1 && N <= most_few);
    T total[N / 2]{};
    for (unsigned k = 0; k < N / 2; ++k) {
        if (k < m) total[k] = x.get(k);
        if (k + N / 2 < m) total[k] = op(total[k], static_cast<T>(x.get(k + N / 2)));
    }
    for (unsigned half = N / 4; half > 0; half /= 2)
        for (unsigned k = 0; k < half; ++k)
            if (k + half < m) total[k] = op(total[k], total[k + half]);
    return total[0];
}

/// Called by all lanes. The totals of a few elements per lane.
/// @param x has `get`
/// @param m elements of the lane, at most `most_few`
/// @return the lane's total, if it has an element
template <class T, class Warp, class Input, class Op>
[[nodiscard]] GPUALGO_DEVICE T fold_few(Warp const& warp, Input const& x, unsigned m, Op op) {
    if (!warp.any(m > 1)) return m > 0 ? x.get(0) : T{};
    if (!warp.any(m > 4)) return fold_up_to<4, T>(x, m, op);
    if (!warp.any(m > 16)) return fold_up_to<16, T>(x, m, op);
    return fold_up_to<32, T>(x, m, op);
}

} // namespace gpu::inline v0::kernel
