// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for searches of a sorted range, as for a merge.
#pragma once

#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/bounded_output.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_call.hpp>
#include <gpualgo/detail/sorted_call.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether the last position for a value is wanted.
template <sorted_function Function>
inline constexpr bool is_upper_bound = Function == sorted_function::upper_bound;
template <sorted_function Function>
inline constexpr char const* name_of_bound =
    is_upper_bound<Function> ? "gpu::upper_bound" : "gpu::lower_bound";

/// @return the position of a value in a sorted range of n elements
template <bool IsUpper, class I, class T, class C>
constexpr std::size_t position_of(I first, std::size_t n, T const& value, C& before) {
    std::size_t position = 0;
    while (n > 0) {
        std::size_t const half = n / 2;
        I middle = first;
        detail::advance_by(middle, half);
        bool is_before; // whether the middle comes before the position
        if constexpr (IsUpper)
            is_before = !static_cast<bool>(detail::invoke(before, value, *middle));
        else is_before = static_cast<bool>(detail::invoke(before, *middle, value));
        if (is_before) {
            first = ++middle;
            position += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return position;
}

/// Searches in the calling thread.
template <bool IsUpper, class I, class V, class SV, class O, class C>
constexpr O find_bounds_here(I first, std::size_t n, V value, SV values_end, O out, C& before) {
    for (; value != values_end; ++value)
        detail::write_integer(out, detail::position_of<IsUpper>(first, n, *value, before));
    return out;
}

/// Searches a range of the host by the program.
template <sorted_function Function, class P, class I, class V, class SV, class O, class C>
O find_bounds_by_program(P const& policy, I first, std::size_t n, V values, SV values_end, O out,
                         C before) {
    constexpr bool is_upper = is_upper_bound<Function>;
    detail::require_host(policy, name_of_bound<Function>);
    if constexpr (contiguous_memory<O> && random_access_iterator<V>) {
        std::size_t const count = detail::count(values, values_end);
        extent const target = detail::extent_at(out, count);
        detail::require_apart<P>(name_of_bound<Function>, n, target, detail::extent_at(first, n));
        detail::require_apart<P>(name_of_bound<Function>, n, target,
                                 detail::extent_at(values, count));
    }
    program_run const run{name_of_bound<Function>, "searches in the program", n, 0,
                          n * sizeof(std::iter_value_t<I>)};
    if constexpr (!std::same_as<P, no_policy> && random_access_iterator<V> && is_divisible<O>) {
        constexpr std::size_t part = 1024; // values that a thread takes at once
        std::size_t const count = detail::size_of_range(values, values_end);
        detail::at_once((count + part - 1) / part, [&](std::size_t i) {
            std::size_t const begin = i * part, size = count - begin < part ? count - begin : part;
            auto const first_value = values + static_cast<std::iter_difference_t<V>>(begin);
            detail::find_bounds_here<is_upper>(
                first, n, first_value, first_value + static_cast<std::iter_difference_t<V>>(size),
                out + static_cast<std::iter_difference_t<O>>(begin), before);
        });
        report_program(policy, run);
        return out + static_cast<std::iter_difference_t<O>>(count);
    } else {
        auto end = detail::find_bounds_here<is_upper>(
            first, n, std::move(values), std::move(values_end), std::move(out), before);
        report_program(policy, run);
        return end;
    }
}

/// The largest number of values for which a program searches itself: the library searches for
/// several at once, without branches.
inline constexpr std::size_t most_bounds_in_program = 2;

/// Searches an array by the library, or for few values here.
template <sorted_function Function, class P, class I, class V, class O, class C>
O find_bounds_by_library(P const& policy, I first, std::size_t n, V values, std::size_t count,
                         O out, C before) {
    using value = std::iter_value_t<I>;
    if constexpr (is_on_host<I> && is_on_host<V> && is_on_host<O>)
        if (is_short_call<I, V, O>(policy, count, most_bounds_in_program) &&
            detail::are_apart(out, count, first, n) &&
            detail::are_apart(out, count, values, count)) {
            auto here = detail::order_comparator_for<I, V>(before);
            return detail::find_bounds_here<is_upper_bound<Function>>(
                first, n, values, values + static_cast<std::iter_difference_t<V>>(count), out,
                here);
        }
    sorted_request request;
    request.is_descending = is_greater<C, value> ? 1 : 0;
    detail::call_sorted<value>(policy, Function, detail::elements_at(first, n),
                               detail::elements_at(values, count), detail::elements_at(out, count),
                               request);
    return out + static_cast<std::iter_difference_t<O>>(count);
}

/// Searches for values, and writes positions to an output that takes them.
/// @return the end of the output
template <sorted_function Function, class P, class I, class S, class V, class SV, class Target,
          class C>
constexpr auto find_bounds_to(P const& policy, I first, S last, V values, SV values_end,
                              Target target, C before) {
    using value = std::iter_value_t<I>;
    using O = decltype(target.first);
    constexpr bool on_device = is_device_iterator<I> || is_device_iterator<V> ||
                               is_device_iterator<O> || foreign_iterator<I> ||
                               foreign_iterator<V> || foreign_iterator<O>;
    constexpr bool is_listed = [] {
        if constexpr (addressable<I> && addressable<V> && integers_in_memory<O>)
            return std::same_as<std::iter_value_t<V>, value>;
        else return false;
    }();
    std::size_t const n = detail::size_of_range(first, last);
    detail::check_order(values, values_end);
    require_fitting_positions<P, typename integer_of_output<O>::type>(name_of_bound<Function>, n);
    if constexpr (forward_iterator<V>)
        if (target.room != unknown_room)
            require_room<P>(name_of_bound<Function>, n, target.room,
                            detail::size_of_range(values, values_end));
    if constexpr (!on_device)
        if (is_constant_evaluated()) {
            auto comparator = detail::order_comparator_for<I, V>(before);
            return detail::find_bounds_here<is_upper_bound<Function>>(
                std::move(first), n, std::move(values), std::move(values_end),
                std::move(target.first), comparator);
        }
    if constexpr (on_device) {
        require_sorted_by_key<C, value>();
        require_elements_of_sorted<is_listed, I, V, O>();
    }
    if constexpr (is_listed && listed_order<value, C>)
        return detail::find_bounds_by_library<Function>(policy, first, n, values,
                                                        detail::size_of_range(values, values_end),
                                                        target.first, before);
    else if constexpr (!on_device) {
        auto const find = [&](auto out) {
            return detail::find_bounds_by_program<Function>(
                policy, std::move(first), n, std::move(values), std::move(values_end),
                std::move(out), detail::order_comparator_for<I, V>(std::move(before)));
        };
        if constexpr (has_element_type<decltype(target.first)> && !forward_iterator<V>)
            if (target.room != unknown_room)
                return find(bounded_output(name_of_bound<Function>, target.first, target.room))
                    .base();
        return find(std::move(target.first));
    } else return target.first;
}

/// Every overload ends here.
/// @return the end of the output
template <sorted_function Function, class P, class I, class S, class V, class SV, class Target,
          class C>
constexpr auto find_bounds_in(P const& policy, I first, S last, V values, SV values_end,
                              Target target, C before) -> decltype(target.first) {
    using O = decltype(target.first);
    require_output_of_sorted<O, std::uint64_t>();
    if constexpr (!takes_values<O, std::uint64_t>) {
        return target.first;
    } else if constexpr (makes_elements<I> || makes_elements<V>) {
        constexpr auto name = name_of_bound<Function>;
        auto const with_range = [&](auto x, auto x_end) -> O {
            auto const with_both = [&](auto v, auto v_end) {
                return detail::find_bounds_to<Function>(policy, x, x_end, v, v_end, target, before);
            };
            return detail::with_stored(policy, name, values, values_end, with_both, x,
                                       target.first);
        };
        return detail::with_stored(policy, name, first, last, with_range, values, target.first);
    } else {
        return detail::find_bounds_to<Function>(policy, std::move(first), std::move(last),
                                                std::move(values), std::move(values_end),
                                                std::move(target), std::move(before));
    }
}

} // namespace gpu::inline v0::detail
