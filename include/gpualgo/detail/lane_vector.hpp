// SPDX-License-Identifier: Apache-2.0
/// @file
/// Lanes of the canonical order in a register of 16 bytes, which every processor has that the library runs on.
#pragma once

#include <gpualgo/detail/lane_operator.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The register. T is float or double.
template <class T>
struct lane_vector_of {
    using type [[gnu::vector_size(16)]] = T;
};
template <class T>
using lane_vector = typename lane_vector_of<T>::type;

/// Lanes of a register.
template <class T>
inline constexpr std::size_t vector_lanes = 16 / sizeof(T);

/// @return `Count` elements as the first lanes; the others are 0
template <class T, std::size_t Count = vector_lanes<T>, class Value>
[[gnu::always_inline]] inline lane_vector<T> load_lanes(Value const* x) {
    lane_vector<T> lanes{};
    if constexpr (std::is_same_v<T, Value> && Count == vector_lanes<T>) __builtin_memcpy(&lanes, x, sizeof lanes);
    else if constexpr (std::is_same_v<T, double> && std::is_same_v<Value, float> && Count == 2) {
        float narrow [[gnu::vector_size(8)]];
        __builtin_memcpy(&narrow, x, sizeof narrow);
        lanes = __builtin_convertvector(narrow, lane_vector<T>);
    } else
        for (std::size_t i = 0; i < Count; ++i) lanes[i] = static_cast<T>(x[i]);
    return lanes;
}

/// @return `lanes`, the first `Count` of which are folded with as many elements. An absent element is skipped: there is no
/// number to stand for it, since not even 0 leaves every number as it is
template <std::size_t Count, class T, class Value, class Op>
[[gnu::always_inline]] inline lane_vector<T> fold_first(lane_vector<T> lanes, Value const* x, Op op) {
    lane_vector<T> const folded = op(lanes, load_lanes<T, Count>(x));
    if constexpr (vector_lanes<T> == 2) return opaque(__builtin_shufflevector(folded, lanes, 0, 3));
    else return opaque(__builtin_shufflevector(folded, lanes, 0, Count > 1 ? 1 : 5, Count > 2 ? 2 : 6, 7));
}

/// Folds lanes by halves.
/// @return the total
template <class T, class Op>
[[gnu::always_inline]] inline T fold_vector(lane_vector<T> lanes, Op op) {
    if constexpr (vector_lanes<T> == 4) lanes = op(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 2, 3));
    return op(T(lanes[0]), T(lanes[1]));
}

} // namespace gpu::inline v0::detail
