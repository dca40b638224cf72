// SPDX-License-Identifier: Apache-2.0
/// @file
/// A subtree of the canonical order: an aligned power-of-two group of segments, folded by one
/// thread in constant memory.
#pragma once

#include "segment.hpp"

#include <gpualgo/detail/adjacent_fold.hpp>
#include <gpualgo/detail/lane_operator.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

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
