// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals that precede a leaf of a scan, and operators whose bits do not depend on an order.
#pragma once

#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Whether folds have the same bits in any order: those of integers, and of operators that select
/// an operand or give 0 or 1.
template <class T, class Op>
inline constexpr bool is_exact =
    std::integral<T> || !(std::same_as<Op, kernel::plus> || std::same_as<Op, kernel::multiplies>);

/// A binary counter: the totals of the aligned groups that the digits of a number of leaves name,
/// the largest first. If the order does not matter, a single total.
template <class T, class Op>
struct prefix_stack {
    T total[is_exact<T, Op> ? 1 : 64] = {};
    unsigned depth = 0;
    std::size_t leaves = 0;

    /// Adds the next leaf's total.
    void push(T leaf) {
        if constexpr (is_exact<T, Op>) {
            total[0] = depth == 0 ? leaf : Op()(total[0], leaf);
            depth = 1;
        } else {
            for (std::size_t b = leaves; (b & 1) != 0; b >>= 1) leaf = Op()(total[--depth], leaf);
            total[depth++] = leaf;
        }
        ++leaves;
    }

    /// @return x with all that precedes it
    T preceding(T x) const {
        for (unsigned k = depth; k > 0; --k) x = Op()(total[k - 1], x);
        return x;
    }

    /// @return the fold of all leaves, at least one
    [[nodiscard]] T all() const {
        T x = total[depth - 1];
        for (unsigned k = depth - 1; k > 0; --k) x = Op()(total[k - 1], x);
        return x;
    }
};

} // namespace gpu::inline v0::detail
