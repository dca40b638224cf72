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

/// Folds elements first, first + Stride, ... by halves: lanes whose distance is a multiple of
/// Stride.
/// @param x has `get`
/// @param m elements, more than `first`
template <unsigned Stride, class T, class Input, class Op>
[[nodiscard]] GPUALGO_FUNCTION constexpr T fold_every(Input const& x, unsigned first, unsigned m,
                                                      Op op) {
    T low = x.get(first);
    if constexpr (Stride < most_few) {
        if (first + Stride < m) {
            low = fold_every<2 * Stride, T>(x, first, m, op);
            low = op(low, fold_every<2 * Stride, T>(x, first + Stride, m, op));
        }
    }
    return low;
}

/// The total of a few elements.
/// @param x has `get`
/// @param m elements, at least one and at most `most_few`
template <class T, class Input, class Op>
[[nodiscard]] GPUALGO_FUNCTION constexpr T fold_few(Input const& x, unsigned m, Op op) {
    if constexpr (folds_in_any_order<T, Op>) {
        T total = x.get(0);
        for (unsigned i = 1; i < m; ++i) total = op(total, static_cast<T>(x.get(i)));
        return total;
    } else {
        return fold_every<1, T>(x, 0, m, op);
    }
}

} // namespace gpu::inline v0::kernel
