// SPDX-License-Identifier: Apache-2.0
/// @file
/// One segment of the canonical order on a CPU. Plain loops that g++ vectorises for the instruction
/// set of the function into which they are inlined. Loop bounds are constant if speed matters.
#pragma once

#include <gpualgo/detail/short_fold.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Rows that are folded in registers before the lanes are stored. Divides the rows per segment.
inline constexpr std::size_t rows_at_once = 8;

/// The type in which these rows can be folded before conversion to T without changing any bit. A
/// narrower type gives more lanes per instruction. A minimum is one of its operands, and the sum of
/// eight integers fits in twice their width.
template <class Op, class Value, class T>
consteval auto row_type() {
    constexpr bool selects =
        std::is_arithmetic_v<Value> &&
        (std::derived_from<Op, kernel::minimum> || std::derived_from<Op, kernel::maximum>);
    constexpr bool adds_integers = std::derived_from<Op, kernel::plus> && std::integral<Value>;
    if constexpr (std::same_as<Value, T>) return std::type_identity<T>();
    else if constexpr (selects) return std::type_identity<Value>();
    else if constexpr (adds_integers && sizeof(Value) == 1)
        return std::type_identity<std::int16_t>();
    else if constexpr (adds_integers && sizeof(Value) == 2)
        return std::type_identity<std::int32_t>();
    else return std::type_identity<T>();
}

/// Prefetch distance in bytes for elements that come from memory.
inline constexpr std::size_t prefetch_distance = 16 << 10;

/// Folds `Rows` rows into the lanes, one cache line of each row at a time, so that the lanes stay
/// in registers.
/// @tparam Start whether the lanes are initialised from the first row
/// @tparam Row elements per row
/// @param x the first row
/// @param lane the lanes, one per element of a row
/// @param is_far whether the elements are likely to come from memory rather than a cache
template <std::size_t Rows, bool Start, std::size_t Row, class Value, class T, class Op>
[[gnu::always_inline]] inline void fold_rows(Value const* x, T* lane, bool is_far, Op op) {
    using narrow = typename decltype(row_type<Op, Value, T>())::type;
    // the fold begins with the first row, not with the lanes
    constexpr bool apart = Start || !std::same_as<narrow, T>;
    constexpr std::size_t column = Row / 8;
#pragma GCC unroll 1
    for (std::size_t c = 0; c < Row; c += column, x += column, lane += column) {
        if (is_far)
#pragma GCC unroll 1
            for (std::size_t r = 0; r < Rows; ++r)
                __builtin_prefetch(reinterpret_cast<char const*>(x + r * Row) + prefetch_distance);
        for (std::size_t l = 0; l < column; ++l) {
            auto value = apart ? static_cast<narrow>(x[l]) : static_cast<narrow>(lane[l]);
#pragma GCC unroll 8
            for (std::size_t r = apart; r < Rows; ++r)
                value = op(value, static_cast<narrow>(x[r * Row + l]));
            lane[l] = Start || !apart ? static_cast<T>(value) : op(lane[l], static_cast<T>(value));
        }
    }
}

/// Folds lanes by halves.
/// @tparam Total the type of a lane, or complex: then the last two lanes are its parts
/// @return the total
template <std::size_t Lanes, class Total, class T, class Op>
[[gnu::always_inline]] inline Total fold_lanes(T* lane, Op op) {
    constexpr std::size_t half = Lanes / 2;
    if constexpr (Lanes == 1) {
        return lane[0];
    } else if constexpr (Lanes == 2 && !std::same_as<T, Total>) {
        return {lane[0], lane[1]};
    } else {
        for (std::size_t l = 0; l < half; ++l) lane[l] = op(lane[l], lane[l + half]);
        return fold_lanes<half, Total>(lane, op);
    }
}

/// Calls `f(l)` for l < count, in steps of a constant number of lanes, which become vector
/// instructions.
template <class F>
[[gnu::always_inline]] inline void for_lanes(std::size_t count, F f) {
    constexpr std::size_t step = 8;
    std::size_t l = 0;
    for (; l + step <= count; l += step)
        for (std::size_t k = 0; k < step; ++k) f(l + k);
    for (; l < count; ++l) f(l);
}

/// Folds the m remaining elements of a segment, fewer than `short_size`, into its lanes, and then
/// the lanes. Like `fold_short` it is compiled once, for baseline instructions.
/// @return the total of the segment
/// @tparam Row elements per row
/// @tparam Total see fold_lanes
template <std::size_t Row, class Total, class T, class Value, class Op>
[[gnu::noipa]] Total fold_rest(T* lane, Value const* x, std::size_t m, Op op) {
    for (; m >= Row; x += Row, m -= Row) fold_rows<1, false, Row>(x, lane, false, op);
    for_lanes(m, [&](std::size_t l)
                     [[gnu::always_inline]] { lane[l] = op(lane[l], static_cast<T>(x[l])); });
    return fold_lanes<Row, Total>(lane, op);
}

/// The total of a segment of m elements. After `quieted` it equals `kernel::canonical_segment` bit
/// for bit.
template <class T, class Value, class Op>
[[gnu::always_inline]] inline T fold_segment(Value const* x, std::size_t m, bool is_far, Op op) {
    if (m < short_size<Value>) return fold_short<T, row_lanes<Value>>(x, m, op);
    using element = lane_type<Op, Value>;
    constexpr std::size_t parts = sizeof(Value) / sizeof(element), row = row_lanes<Value> * parts,
                          step = rows_at_once * row;
    auto const* e = reinterpret_cast<element const*>(x);
    std::size_t rest = m * parts - step;
    alignas(64) lane_type<Op, T> lane[row];
    fold_rows<rows_at_once, true, row>(e, lane, is_far, op);
    for (e += step; rest >= step; e += step, rest -= step)
        fold_rows<rows_at_once, false, row>(e, lane, is_far, op);
    return fold_rest<row, T>(lane, e, rest, op);
}

} // namespace gpu::inline v0::detail
