// SPDX-License-Identifier: Apache-2.0
/// @file
/// A subtree of the canonical order of transformed elements. A few rows at a time are transformed
/// into a buffer that stays in a cache, and folded from there. So folds and transforms are compiled
/// separately, not for every pair.
#pragma once

#include "host/by_instruction_set.hpp"
#include "segment.hpp"
#include "subtree.hpp"
#include "transform_load.hpp"

#include <gpualgo/detail/lane_operator.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// One or two ranges and their transform.
struct transformed {
    void const* first;
    void const* second; ///< null if there is only one range
    load_function load;

    /// Writes the `count` accumulators from `begin` on.
    void operator()(std::size_t begin, std::size_t count, void* out) const {
        load(first, second, begin, count, out);
    }
};

/// The total of a segment of m elements from `begin` on.
/// @tparam Row elements per row
template <std::size_t Row, class T, class Op>
[[gnu::always_inline]] inline T fold_transformed_segment(transformed const& in, std::size_t begin,
                                                         std::size_t m, Op op) {
    constexpr std::size_t step = rows_at_once * Row;
    alignas(64) T value[step];
    alignas(64) T lane[Row];
    in(begin, std::min(m, step), value);
    if (m < step) return fold_short<T, Row>(value, m, op);
    fold_rows<rows_at_once, true, Row>(value, lane, false, op);
    for (begin += step, m -= step; m >= step; begin += step, m -= step) {
        in(begin, step, value);
        fold_rows<rows_at_once, false, Row>(value, lane, false, op);
    }
    in(begin, m, value);
    return fold_rest<Row, T>(lane, value, m, op);
}

/// The total of n elements from `begin` on, at least one, in segments of `segment` elements. A loop
/// for `by_instruction_set`.
/// @tparam Row elements per row
template <std::size_t Row, class T, class Op>
[[gnu::always_inline]] inline T fold_transformed_segments(transformed const& in, std::size_t begin,
                                                          std::size_t n, std::size_t segment) {
    constexpr lane_operator<Op> op{};
    adjacent_fold<T> totals;
    for (std::size_t i = 0; i < n; i += segment)
        totals.push(fold_transformed_segment<Row, T>(in, begin + i, std::min(segment, n - i), op),
                    op);
    return totals.total(op);
}

/// The versions of that loop for each instruction set.
template <std::size_t Row, class T, class Op>
using transformed_subtree = by_instruction_set<fold_transformed_segments<Row, T, Op>>;

/// Whether the order does not affect the bits: then rows need not match the canonical order.
template <class T, class Op>
inline constexpr bool is_order_free = std::integral<T> || !std::same_as<Op, kernel::plus>;

/// The fold for elements of 1, 2, 4 or 8 bytes.
template <class T, class Op>
auto transformed_fold(std::size_t value_size, instruction_set set) {
    constexpr std::size_t row_bytes = row_lanes<T> * sizeof(T);
    if constexpr (!is_order_free<T, Op>) {
        if constexpr (std::same_as<T, double>)
            if (value_size == 1) return transformed_subtree<row_bytes, T, Op>::choose(set);
        if (value_size == 2) return transformed_subtree<row_bytes / 2, T, Op>::choose(set);
        if constexpr (std::same_as<T, double>)
            if (value_size == 4) return transformed_subtree<row_bytes / 4, T, Op>::choose(set);
    }
    return transformed_subtree<row_lanes<T>, T, Op>::choose(set);
}

} // namespace gpu::inline v0::detail
