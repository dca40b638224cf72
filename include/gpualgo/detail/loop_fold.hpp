// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order of numbers by loops that compilers vectorise, also at -O2: their bounds are
/// constants, and they need no alias checks.
#pragma once

#include <gpualgo/detail/adjacent_fold.hpp>
#include <gpualgo/detail/lane_operator.hpp>
#include <gpualgo/detail/prefetch.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/separate_product.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// An iterator at any number among numbers.
template <class I>
concept number_iterator = random_access_iterator<I> &&
    std::is_arithmetic_v<std::remove_cvref_t<std::iter_reference_t<I>>> && requires(I const& x) {
    { x[std::iter_difference_t<I>()] } -> std::convertible_to<std::iter_value_t<I>>;
};

/// @return element i, as a T
template <class T, number_iterator I>
constexpr T element_at(I const& x, std::size_t i) {
    return kernel::implicitly<T>(x[static_cast<std::iter_difference_t<I>>(i)]);
}

/// An operator for loops. It gives the same bits whatever the program's flags, except -ffast-math.
template <class Op>
struct loop_operator : lane_operator<Op> {};
template <>
struct loop_operator<kernel::plus> : kernel::plus {
    /// @return a + b, also if b is a product that the program may contract
    template <class T>
    [[nodiscard]] constexpr T operator()(T a, T b) const {
        if constexpr (std::floating_point<T>) return kernel::separate_sum(a, b);
        else return kernel::plus::operator()(a, b);
    }
};

/// Folds lanes by halves.
template <std::size_t Lanes, class T, class Op>
[[gnu::always_inline]] inline void fold_halves(T* lane, Op op) {
    if constexpr (Lanes > 1) {
        for (std::size_t l = 0; l < Lanes / 2; ++l) lane[l] = op(lane[l], lane[l + Lanes / 2]);
        detail::fold_halves<Lanes / 2>(lane, op);
    }
}

/// The same. Inlined, it would make g++ spread the loads of the rows.
template <std::size_t Lanes, class T, class Op>
[[gnu::noinline]] void fold_lanes(T* lane, Op op) {
    detail::fold_halves<Lanes>(lane, op);
}

/// The total of a full segment.
/// @tparam Lanes elements in a row
template <class T, std::size_t Lanes, number_iterator I, class Op>
T total_of_segment(I x, Op op) {
    T lane[Lanes]; // its address does not escape
    for (std::size_t l = 0; l < Lanes; ++l) lane[l] = detail::element_at<T>(x, l);
    for (std::size_t r = 1; r < kernel::segmentation::rows; ++r) {
#ifdef __GNUC__
        asm volatile(""); // g++ -O3 would exchange the loops, and not vectorise them
#endif
        detail::prefetch_row_ahead<Lanes>(x, r * Lanes);
        for (std::size_t l = 0; l < Lanes; ++l)
            lane[l] = op(lane[l], detail::element_at<T>(x, r * Lanes + l));
    }
    detail::fold_lanes<Lanes>(lane, op);
    return lane[0];
}

/// The total of a segment of m elements that need not be full. See kernel::canonical_segment, which
/// allocates memory.
template <class T, std::size_t Lanes, number_iterator I, class Op>
T total_of_rest(I x, std::size_t m, Op op) {
    T lane[Lanes];
    std::size_t const rows = m / Lanes, valid = rows > 0 ? Lanes : m;
    for (std::size_t l = 0; l < valid; ++l) lane[l] = detail::element_at<T>(x, l);
    for (std::size_t r = 1; r < rows; ++r)
        for (std::size_t l = 0; l < Lanes; ++l)
            lane[l] = op(lane[l], detail::element_at<T>(x, r * Lanes + l));
    for (std::size_t l = 0, i = rows * Lanes; rows > 0 && i < m; ++l, ++i)
        lane[l] = op(lane[l], detail::element_at<T>(x, i));
    for (std::size_t half = valid > 1 ? kernel::bit_floor(valid - 1) : 0; half > 0; half /= 2) {
        std::size_t const pairs = valid - half < half ? valid - half : half;
        for (std::size_t l = 0; l < pairs; ++l) lane[l] = op(lane[l], lane[l + half]);
    }
    return lane[0];
}

/// The total of a group of segments.
/// @param n elements, at least one
/// @param rest gives the total of a last segment that is not full, from its iterator and size
template <class T, std::size_t Lanes, number_iterator I, class Op, class Rest>
T total_of_group(I x, std::size_t n, Op op, Rest rest) {
    constexpr std::size_t size = Lanes * kernel::segmentation::rows;
    adjacent_fold<T> totals;
    for (; n >= size; n -= size) {
        totals.push(detail::total_of_segment<T, Lanes>(x, op), op);
        x += static_cast<std::iter_difference_t<I>>(size);
    }
    if (n > 0) totals.push(rest(x, n), op);
    return totals.total(op);
}

} // namespace gpu::inline v0::detail
