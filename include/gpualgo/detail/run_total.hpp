// SPDX-License-Identifier: Apache-2.0
/// @file
/// The total of a run of elements of the host, without an init: a reduction by the program.
#pragma once

#include <gpualgo/detail/fold.hpp>
#include <gpualgo/detail/short_range.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// An accumulator of any type. It is a class because `std::vector<bool>` packs bools into bits.
template <class T>
struct run_value {
    T value;

    constexpr explicit run_value(std::in_place_t, T x) : value(std::move(x)) {}
    template <class Element>
    constexpr explicit run_value(Element&& element)
        : value(kernel::implicitly<T>(static_cast<Element&&>(element))) {}
};

/// Applies an operator to accumulators. It points to the operator, which need not be copyable.
template <class T, class Op>
struct on_run_values {
    Op* op;

    constexpr run_value<T> operator()(run_value<T> a, run_value<T> b) const {
        return run_value<T>(std::in_place,
                            detail::combined<T, T, T>(*op, std::move(a.value), std::move(b.value)));
    }
};

/// The identity of a listed operator: op(identity, x) is x, also if x is -0 and op is a sum.
template <class Op, class T>
constexpr T exact_identity() {
    if constexpr (std::floating_point<T> && std::derived_from<Op, kernel::plus>) return -T{};
    else return Op::template identity_element<T>();
}

/// The total of n > 0 elements of a listed type by a listed operator, not rounded.
template <class Where, class T, class Op, class I>
constexpr computed_as<as_listed<T>> listed_total(I first, std::size_t n) {
    using computed = computed_as<as_listed<T>>;
    if (!is_constant_evaluated()) {
        if constexpr (contiguous_memory<I> && std::is_arithmetic_v<T> && folds_in_program<Op, T>)
            if (n > 1 && n - 1 < most_in_program<T, T> &&
                (std::integral<T> || is_standard_environment()))
                return detail::fold_in_program<Op>(detail::address_of(first), n,
                                                   exact_identity<Op, T>());
        return Where::template total<computed>(std::move(first), n, sizeof(T),
                                               library_fold<as_listed<T>, computed, Op>());
    }
    return Where::template total<computed>(std::move(first), n, sizeof(T), Op());
}

/// The most numbers that `total_in_line` folds.
inline constexpr std::size_t most_in_line = 4;

/// The total of 1 to 4 numbers in the canonical order. Each is a lane of its own, and lanes are
/// folded by halves.
template <class T, number_iterator I, class Op>
constexpr T total_in_line(I const& x, std::size_t n, Op op) {
    T first = detail::element_at<T>(x, 0);
    if (n == 1) return first;
    T second = detail::element_at<T>(x, 1);
    if (n > 2) first = op(first, detail::element_at<T>(x, 2));
    if (n > 3) second = op(second, detail::element_at<T>(x, 3));
    return op(first, second);
}

/// The total of n > 0 elements in the canonical order of stored elements: views are folded so, too,
/// because devices store them.
/// @tparam Where calling_thread or all_cores
template <class Where, forward_iterator I, class Op>
constexpr std::iter_value_t<I> run_total(I first, std::size_t n, Op& op) {
    using T = std::iter_value_t<I>;
    if constexpr (listed<Op, T, T> &&
                  !std::same_as<std::remove_cvref_t<std::iter_reference_t<I>>, T>) {
        read_value<T> read;
        transformed_iterator<read_value<T>, I> elements(read, std::move(first));
        return detail::run_total<Where>(std::move(elements), n, op);
    } else if constexpr (listed<Op, T, T>) {
        auto const total =
            detail::listed_total<Where, T, listed_operator<Op, T>>(std::move(first), n);
        return static_cast<T>(detail::rounded<as_listed<T>>(kernel::quieted(total)));
    } else if constexpr (std::is_arithmetic_v<T> && number_iterator<I>) {
        on_numbers<T, Op> const applied{__builtin_addressof(op)};
        if (n <= most_in_line) return detail::total_in_line<T>(first, n, applied);
        return Where::template total<T>(std::move(first), n, sizeof(T), applied);
    } else {
        on_run_values<T, Op> const applied{__builtin_addressof(op)};
        return Where::template total<run_value<T>>(std::move(first), n, sizeof(T), applied).value;
    }
}

} // namespace gpu::inline v0::detail
