// SPDX-License-Identifier: Apache-2.0
/// @file
/// A subtree of the canonical order: an aligned power-of-two group of segments, folded by one
/// thread in constant memory.
#pragma once

#include "segment.hpp"

#include <gpualgo/detail/lane_operator.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::inline v0::detail {

/// Folds partials in adjacent pairs as they arrive, like `kernel::fold_adjacent`. The pending ones
/// form a binary counter: a partial of 2^k segments for every bit k that is set in their number.
template <class T>
class adjacent_fold {
public:
    /// Adds the next partial.
    template <class Op>
    [[gnu::always_inline]] void push(T total, Op op) {
        for (std::size_t carries = count_++; carries % 2 == 1; carries /= 2)
            total = op(waiting_[--size_], total);
        waiting_[size_++] = total;
    }

    /// @return the fold of all partials, at least one; unpaired last ones move up
    template <class Op>
    [[gnu::always_inline]] [[nodiscard]] T total(Op op) const {
        T total = waiting_[size_ - 1];
        for (std::size_t i = size_ - 1; i > 0; --i) total = op(waiting_[i - 1], total);
        return total;
    }

private:
    T waiting_[std::numeric_limits<std::size_t>::digits];
    std::size_t size_ = 0;
    std::size_t count_ = 0;
};

/// The total of n elements, at least one, in segments of `segment` elements. A loop for
/// `by_instruction_set`.
template <class Value, class T, class Op>
[[gnu::always_inline]] inline T fold_segments(Value const* x, std::size_t n, std::size_t segment,
                                              bool is_far) {
    constexpr lane_operator<Op> op{};
    adjacent_fold<T> totals;
    for (std::size_t i = 0; i < n; i += segment)
        totals.push(fold_segment<T>(x + i, std::min(segment, n - i), is_far, op), op);
    return totals.total(op);
}

} // namespace gpu::inline v0::detail
