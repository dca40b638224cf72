// SPDX-License-Identifier: Apache-2.0
/// @file
/// Lanes of the canonical order in a vector register of 16 bytes. Every processor that the library
/// supports has such registers.
#pragma once

#include <gpualgo/detail/lane_operator.hpp>
#include <gpualgo/detail/widened_lanes.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The register, for T = float or double. Complex numbers take two registers, one for each part.
template <class T>
struct lane_vector_of {
    using type [[gnu::vector_size(16)]] = T;
};
template <class T>
struct lane_vector_of<kernel::complex<T>> {
    using type = kernel::complex<typename lane_vector_of<T>::type>;
};
template <class T>
using lane_vector = typename lane_vector_of<T>::type;

/// Lanes per register.
template <class T>
inline constexpr std::size_t vector_lanes = 16 / sizeof(kernel::part_of<T>);

/// @return `Count` elements as the first lanes; the others are 0
template <class T, std::size_t Count = vector_lanes<T>, class Value>
[[gnu::always_inline]] inline lane_vector<T> load_lanes(Value const* x) {
    constexpr bool is_full = Count == vector_lanes<T>;
    lane_vector<T> lanes{};
    if constexpr (kernel::is_complex<T> && is_full) {
        using part = kernel::part_of<T>;
        auto const* const parts = reinterpret_cast<kernel::part_of<Value> const*>(x);
        auto const low = detail::load_lanes<part>(parts),
                   high = detail::load_lanes<part>(parts + Count);
        if constexpr (Count == 4)
            lanes = {__builtin_shufflevector(low, high, 0, 2, 4, 6),
                     __builtin_shufflevector(low, high, 1, 3, 5, 7)};
        else
            lanes = {__builtin_shufflevector(low, high, 0, 2),
                     __builtin_shufflevector(low, high, 1, 3)};
    } else if constexpr (kernel::is_complex<T>) {
        for (std::size_t i = 0; i < Count; ++i) {
            lanes.re[i] = static_cast<kernel::part_of<T>>(x[i].re);
            lanes.im[i] = static_cast<kernel::part_of<T>>(x[i].im);
        }
    } else if constexpr (std::is_same_v<T, Value> && is_full) {
        __builtin_memcpy(&lanes, x, sizeof lanes);
    } else if constexpr (std::is_same_v<T, double> && std::is_same_v<Value, float> && is_full) {
        float narrow [[gnu::vector_size(8)]];
        __builtin_memcpy(&narrow, x, sizeof narrow);
        lanes = __builtin_convertvector(narrow, lane_vector<T>);
    } else if constexpr (std::is_same_v<T, float> && has_widened_lanes<Value> && is_full) {
        lanes = detail::widened_lanes(x);
    } else {
        for (std::size_t i = 0; i < Count; ++i) lanes[i] = static_cast<T>(x[i]);
    }
    return lanes;
}

/// @return lane A of one register, and lane B of another, whose lanes are 2 and 3
template <int A, int B, class V>
[[gnu::always_inline]] inline V shuffled(V first, V last) {
#if __has_builtin(__builtin_shufflevector)
    return __builtin_shufflevector(first, last, A, B);
#else // g++ 11
    [[maybe_unused]] long long const mask [[gnu::vector_size(16)]] = {A, B};
    return __builtin_shuffle(first, last, mask);
#endif
}

/// @return lanes A to D of two registers, whose lanes are 0 to 3 and 4 to 7
template <int A, int B, int C, int D, class V>
[[gnu::always_inline]] inline V shuffled(V first, V last) {
#if __has_builtin(__builtin_shufflevector)
    return __builtin_shufflevector(first, last, A, B, C, D);
#else // g++ 11
    [[maybe_unused]] int const mask [[gnu::vector_size(16)]] = {A, B, C, D};
    return __builtin_shuffle(first, last, mask);
#endif
}

/// @return the first `Count` lanes of one register, and the last ones of another
template <std::size_t Count, class V>
[[gnu::always_inline]] inline V joined_lanes(V first, V last) {
    if constexpr (kernel::is_complex<V>)
        return {detail::joined_lanes<Count>(first.re, last.re),
                detail::joined_lanes<Count>(first.im, last.im)};
    else if constexpr (sizeof(first[0]) == 8)
        return detail::opaque(detail::shuffled<0, 3>(first, last));
    else
        return detail::opaque(
            detail::shuffled<0, (Count > 1 ? 1 : 5), (Count > 2 ? 2 : 6), 7>(first, last));
}

/// @return `lanes`, the first `Count` of which are folded with `Count` elements. The other lanes
/// are unchanged, not folded with 0: -0 + 0 would be +0
template <std::size_t Count, class T, class Value, class Op>
[[gnu::always_inline]] inline lane_vector<T> fold_first(lane_vector<T> lanes, Value const* x,
                                                        Op op) {
    return detail::joined_lanes<Count>(op(lanes, detail::load_lanes<T, Count>(x)), lanes);
}

/// @return lanes 2 and 3 as lanes 0 and 1
template <class V>
[[gnu::always_inline]] inline V upper_lanes(V lanes) {
    if constexpr (kernel::is_complex<V>)
        return {detail::upper_lanes(lanes.re), detail::upper_lanes(lanes.im)};
    else return detail::shuffled<2, 3, 2, 3>(lanes, lanes);
}

/// Folds lanes by halves.
/// @tparam T a lane's type
/// @tparam Total the same, or complex numbers of such parts: the last two lanes are the total's
/// @return the total
template <class T, class Total, class Op>
[[gnu::always_inline]] inline Total fold_vector(lane_vector<T> lanes, Op op) {
    if constexpr (vector_lanes<T> == 4) lanes = op(lanes, detail::upper_lanes(lanes));
    if constexpr (!std::is_same_v<T, Total>) return {lanes[0], lanes[1]};
    else if constexpr (kernel::is_complex<T>)
        return op(T(lanes.re[0], lanes.im[0]), T(lanes.re[1], lanes.im[1]));
    else return op(T(lanes[0]), T(lanes[1]));
}

} // namespace gpu::inline v0::detail
