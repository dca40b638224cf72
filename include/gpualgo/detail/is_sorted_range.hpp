// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to answer whether a range is sorted. The library does for a
/// listed comparator and type in contiguous memory, otherwise the calling thread.
#pragma once

#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/sort_range.hpp>

#include <cstddef>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// @return an iterator to the first element that comes before the one ahead of it, or the end
template <class I, class S, class C>
constexpr I sorted_until_here(I first, S last, C before) {
    if (first == last) return first;
    for (I next = first; ++next != last; ++first)
        if (before(*next, *first)) return next;
    return ++first;
}

/// Answers in the program, or on a copy if the policy names another device.
template <class P, class I, class S, class C>
I sorted_until_on_host(P const& policy, sort_kind wanted, I first, S last, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (!std::same_as<P, no_policy>) {
        std::size_t const n = detail::count(first, last);
        if (is_sorted_elsewhere<value, C>(policy, wanted, n)) {
            if constexpr (listed_order<value, C>) {
                buffered_elements<I> copy(first, n);
                detail::advance_by(first, detail::descent_by_library<C>(
                                              policy, wanted, detail::copied_memory(copy)));
            }
            return first;
        }
        report_program(policy,
                       {name_of_sort(wanted), "a loop in the program", n, 1, n * sizeof(value)});
    }
    return detail::sorted_until_here(std::move(first), std::move(last),
                                     detail::comparator_for<value>(before));
}

/// Answers with a policy of this library.
template <class P, class I, class S, class C>
constexpr I sorted_until_by(P const& policy, sort_kind wanted, I first, S last, C& before) {
    using value = std::iter_value_t<I>;
    auto const at = [&first](std::size_t i) {
        I found = first;
        detail::advance_by(found, i);
        return found;
    };
    if constexpr (on_device<I>) {
        if constexpr (library_sorts<I, C>)
            return at(detail::descent_by_library<C>(
                policy, wanted, detail::elements_at(first, detail::count_elements(first, last))));
        else require_order_on_device<value, C>();
        return first;
    } else {
        detail::check_order(first, last);
        if (is_constant_evaluated())
            return detail::sorted_until_here(first, last, detail::comparator_for<value>(before));
        if constexpr (library_sorts<I, C>) {
            std::size_t const n = detail::count(first, last);
            if (is_short_sort<I>(policy, n))
                return detail::sorted_until_here(first, last,
                                                 detail::comparator_for<value>(before));
            return at(
                detail::descent_by_library<C>(policy, wanted, detail::memory_at(policy, first, n)));
        } else {
            return detail::sorted_until_on_host(policy, wanted, std::move(first), std::move(last),
                                                before);
        }
    }
}

/// Every overload of is_sorted and is_sorted_until ends here.
template <class P, class I, class S, class C>
constexpr I sorted_until(P const& policy, sort_kind wanted, I first, S last, C before) {
    auto const own = own_policy(policy);
    if constexpr (makes_elements<I>) {
        std::ptrdiff_t const found =
            detail::with_stored(own, name_of_sort(wanted), first, last, [&](auto begin, auto end) {
                return detail::sorted_until_by(own, wanted, begin, end, before) - begin;
            });
        return first + found;
    } else {
        return detail::sorted_until_by(own, wanted, std::move(first), std::move(last), before);
    }
}

} // namespace gpu::inline v0::detail
