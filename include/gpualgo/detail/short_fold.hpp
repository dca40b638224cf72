// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order of few elements, less than one segment, in vector registers of 16 bytes.
/// Both the library and programs compile it.
#pragma once

#include <gpualgo/detail/lane_operator.hpp>
#include <gpualgo/detail/lane_vector.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __CUDACC__ // nvcc does not know g++'s pragmas
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif
#ifdef __clang__ // clang does not know g++'s attribute noipa; it never calls those functions
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-attributes"
#endif

namespace gpu::inline v0::detail {

/// Elements in a row of a segment.
template <class Value>
inline constexpr std::size_t row_lanes = kernel::segmentation(sizeof(Value)).lanes;

/// Ranges of fewer elements, 8 rows, are short: less than a segment, and too few for wide vectors.
template <class Value>
inline constexpr std::size_t short_size = 8 * row_lanes<Value>;

/// The type of the lanes of a fold by Op to a total of type T. Sums of complex numbers are sums of
/// their parts, in a row twice as long.
template <class Op, class T>
using lane_type = std::conditional_t<std::derived_from<Op, kernel::plus>, kernel::part_of<T>, T>;

/// The type in which a short fold of integers is exact in any order; `void` if there is none. Sums
/// in double are exact: no partial sum of so few elements has more than 53 bits. Minima and maxima
/// have the elements' type.
template <class Op, class Value, class T>
consteval auto exact_type() {
    constexpr bool adds = std::derived_from<Op, kernel::plus>,
                   multiplies = std::derived_from<Op, kernel::multiplies>;
    if constexpr (!std::integral<Value>) return std::type_identity<void>();
    else if constexpr (adds && sizeof(Value) <= 2 && (sizeof(T) > 4 || std::floating_point<T>))
        return std::type_identity<std::int32_t>();
    else if constexpr (adds && std::floating_point<T>) return std::type_identity<std::int64_t>();
    else if constexpr (std::integral<T>) return std::type_identity<T>();
    else
        return std::conditional_t<multiplies, std::type_identity<void>,
                                  std::type_identity<Value>>();
}

/// Folds vector registers of lanes by halves.
/// @tparam T a lane's type
/// @tparam Total see fold_vector
/// @return the total
template <std::size_t Vectors, class T, class Total, class Op>
[[gnu::always_inline]] inline Total fold_vectors(lane_vector<T>* lanes, Op op) {
    if constexpr (Vectors == 1) {
        return detail::fold_vector<T, Total>(lanes[0], op);
    } else {
        constexpr std::size_t half = Vectors / 2;
#pragma GCC unroll 16
        for (std::size_t v = 0; v < half; ++v) lanes[v] = op(lanes[v], lanes[v + half]);
        return detail::fold_vectors<half, T, Total>(lanes, op);
    }
}

/// Folds m elements into the first m lanes. The last elements are combined in a register: a lane
/// that is stored alone stalls the load of its whole vector.
template <class T, class Value, class Op>
[[gnu::always_inline]] inline void fold_into(lane_vector<T>* lanes, Value const* x, std::size_t m,
                                             Op op) {
    constexpr std::size_t width = vector_lanes<T>;
    for (; m >= width; m -= width, x += width, ++lanes)
        *lanes = op(*lanes, detail::load_lanes<T>(x));
    if (m == 0) return;
    if (m == 1) *lanes = detail::fold_first<1, T>(*lanes, x, op);
    if constexpr (width == 4) {
        if (m == 2) *lanes = detail::fold_first<2, T>(*lanes, x, op);
        if (m == 3) *lanes = detail::fold_first<3, T>(*lanes, x, op);
    }
}

/// The total of m elements, at most a row: lanes fold by halves, and an absent lane is skipped.
/// @tparam Half a power of two, less than m except for m = 1; twice as many lanes are at most a row
/// @tparam Row elements in a row
/// @tparam T a lane's type
/// @tparam Total see fold_vector. If it is not T, elements are parts, and their number is even
template <std::size_t Half, std::size_t Row, class T, class Total, class Value, class Op>
[[gnu::always_inline]] inline Total fold_partial_row(Value const* x, std::size_t m, Op op) {
    constexpr std::size_t width = vector_lanes<T>;
    if constexpr (Half < width) { // too few for a vector register
        if (m > width) return detail::fold_partial_row<width, Row, T, Total>(x, m, op);
        if (m == width) return detail::fold_vector<T, Total>(detail::load_lanes<T>(x), op);
        if constexpr (!std::same_as<T, Total>) {
            return {static_cast<T>(x[0]), static_cast<T>(x[1])};
        } else {
            if (m == 1) return static_cast<T>(x[0]);
            T const ends = op(static_cast<T>(x[0]), static_cast<T>(x[m - 1]));
            return m == 2 ? ends : op(ends, static_cast<T>(x[1]));
        }
    } else {
        if constexpr (2 * Half < Row)
            if (m > 2 * Half) return detail::fold_partial_row<2 * Half, Row, T, Total>(x, m, op);
        lane_vector<T> lanes[Half / width];
        if (m == 2 * Half) { // the number of lanes is a constant: they stay in registers
#pragma GCC unroll 16
            for (std::size_t v = 0; v < Half / width; ++v)
                lanes[v] = op(detail::load_lanes<T>(x + v * width),
                              detail::load_lanes<T>(x + Half + v * width));
            return detail::fold_vectors<Half / width, T, Total>(lanes, op);
        }
#pragma GCC unroll 16
        for (std::size_t v = 0; v < Half / width; ++v)
            lanes[v] = detail::load_lanes<T>(x + v * width);
        detail::fold_into<T>(lanes, x + Half, m - Half, op);
        return detail::fold_vectors<Half / width, T, Total>(lanes, op);
    }
}

/// The total of m elements, more than a row: columns of a few registers, row by row, and then the
/// rest of a row. Not inlined: otherwise the path for fewer elements would spill callee-saved
/// registers.
template <std::size_t Row, class T, class Total, class Value, class Op>
[[gnu::noinline]] Total fold_rows_and_rest(Value const* x, std::size_t m, Op op) {
    constexpr std::size_t row = Row, width = vector_lanes<T>, vectors = row / width, column = 4;
    lane_vector<T> lanes[vectors];
    Value const* const rest = x + m / row * row;
    for (std::size_t c = 0; c < vectors; c += column) {
        lane_vector<T> own[column];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < column; ++v)
            own[v] = detail::load_lanes<T>(x + (c + v) * width);
        for (Value const* r = x + row; r != rest; r += row)
#pragma GCC unroll 4
            for (std::size_t v = 0; v < column; ++v)
                own[v] = op(own[v], detail::load_lanes<T>(r + (c + v) * width));
#pragma GCC unroll 4
        for (std::size_t v = 0; v < column; ++v) lanes[c + v] = own[v];
    }
    detail::fold_into<T>(lanes, rest, m % row, op);
    return detail::fold_vectors<vectors, T, Total>(lanes, op);
}

/// The total of a segment of m elements, at least one and fewer than 8 rows.
/// @tparam Row elements in a row
template <class T, std::size_t Row, class Value, class Op>
[[gnu::always_inline]] inline T fold_few(Value const* x, std::size_t m, Op op) {
    using exact = typename decltype(exact_type<Op, Value, T>())::type;
    if constexpr (!std::is_void_v<exact>) {
        exact total = static_cast<exact>(x[0]);
#pragma GCC unroll 4
        for (std::size_t i = 1; i < m; ++i) total = op(total, static_cast<exact>(x[i]));
        return static_cast<T>(total);
    } else {
        using lane = lane_type<Op, T>;
        using element = lane_type<Op, Value>;
        constexpr std::size_t parts = sizeof(Value) / sizeof(element), row = Row * parts;
        auto const* const first = reinterpret_cast<element const*>(x);
        return m <= Row ? detail::fold_partial_row<1, row, lane, T>(first, m * parts, op)
                        : detail::fold_rows_and_rest<row, lane, T>(first, m * parts, op);
    }
}

/// `fold_few` as a separate function.
template <class T, std::size_t Row, class Value, class Op>
[[gnu::noipa]] T fold_short(Value const* x, std::size_t m, Op op) {
    return detail::fold_few<T, Row>(x, m, op);
}

} // namespace gpu::inline v0::detail

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __CUDACC__
#pragma nv_diagnostic pop
#endif
