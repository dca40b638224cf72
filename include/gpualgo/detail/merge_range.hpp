// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for a merge:
/// - listed type and order, contiguous memory of the host or of a device: the library;
/// - other ranges of the host: the program, in the calling thread without a policy, on all cores
/// with one.
#pragma once

#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/bounded_output.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/merge_split.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_call.hpp>
#include <gpualgo/detail/sorted_call.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Merges in the calling thread.
/// @return the end of the output
template <class A, class SA, class B, class SB, class O, class C>
constexpr O merge_here(A a, SA a_end, B b, SB b_end, O out, C& before) {
    while (a != a_end && b != b_end) {
        if (static_cast<bool>(detail::invoke(before, *b, *a))) {
            *out = *b;
            ++b;
        } else {
            *out = *a;
            ++a;
        }
        ++out;
    }
    for (; a != a_end; ++a, (void)++out) *out = *a;
    for (; b != b_end; ++b, (void)++out) *out = *b;
    return out;
}

/// Merges on all cores. Rethrows an exception of the comparator or of an assignment.
template <class A, class B, class O, class C>
void merge_on_all_cores(A a, std::size_t na, B b, std::size_t nb, O out, C& before) {
    constexpr std::size_t part = 16384; // elements that a thread takes at once
    std::size_t const n = na + nb;
    detail::at_once((n + part - 1) / part, [&](std::size_t i) {
        std::size_t const begin = i * part, end = n - begin < part ? n : begin + part;
        std::size_t const first = detail::split_of_merge(a, na, b, nb, begin, before);
        std::size_t const last = detail::split_of_merge(a, na, b, nb, end, before);
        if (last < first || last - first > end - begin) return; // the ranges are not sorted
        auto const at = [](auto iterator, std::size_t k) {
            return iterator + static_cast<std::iter_difference_t<decltype(iterator)>>(k);
        };
        detail::merge_here(at(a, first), at(a, last), at(b, begin - first), at(b, end - last),
                           at(out, begin), before);
    });
}

/// Throws if the output overlaps a range, as far as their sizes are known.
template <class P, class A, class SA, class B, class SB, class O>
void require_apart_merge(A const& a, SA const& a_end, B const& b, SB const& b_end, O const& out) {
    if constexpr (contiguous_memory<O> && random_access_iterator<A> && random_access_iterator<B>) {
        std::size_t const na = detail::count(a, a_end), nb = detail::count(b, b_end), n = na + nb;
        detail::require_apart<P>("gpu::merge", n, detail::extent_at(out, n),
                                 detail::extent_at(a, na));
        detail::require_apart<P>("gpu::merge", n, detail::extent_at(out, n),
                                 detail::extent_at(b, nb));
    }
}

/// Merges ranges of the host by the program.
template <class P, class A, class SA, class B, class SB, class O, class C>
O merge_by_program(P const& policy, A a, SA a_end, B b, SB b_end, O out, C before) {
    detail::require_host(policy, "gpu::merge");
    detail::require_apart_merge<P>(a, a_end, b, b_end, out);
    if constexpr (!std::same_as<P, no_policy> && random_access_iterator<A> &&
                  random_access_iterator<B> && random_access_iterator<O>) {
        std::size_t const na = detail::size_of_range(a, a_end),
                          nb = detail::size_of_range(b, b_end);
        if constexpr (is_divisible<O>) detail::merge_on_all_cores(a, na, b, nb, out, before);
        else detail::merge_here(a, a_end, b, b_end, out, before);
        report_program(policy,
                       {"gpu::merge", "a merge in the program", na + nb, 0,
                        na * sizeof(std::iter_value_t<A>) + nb * sizeof(std::iter_value_t<B>)});
        return out + static_cast<std::iter_difference_t<O>>(na + nb);
    } else {
        auto end = detail::merge_here(std::move(a), std::move(a_end), std::move(b),
                                      std::move(b_end), std::move(out), before);
        report_program(policy, {"gpu::merge", "a merge in the program", 0, 0, 0});
        return end;
    }
}

/// The largest number of elements that a program merges itself.
inline constexpr std::size_t most_merged_in_program = 128;

/// Merges arrays by the library, or few elements here.
template <class P, class A, class B, class O, class C>
O merge_by_library(P const& policy, A a, std::size_t na, B b, std::size_t nb, O out, C before) {
    using value = std::iter_value_t<A>;
    if constexpr (is_on_host<A> && is_on_host<B> && is_on_host<O>)
        if (is_short_call<A, B, O>(policy, na + nb, most_merged_in_program) &&
            detail::are_apart(out, na + nb, a, na) && detail::are_apart(out, na + nb, b, nb)) {
            auto here = detail::order_comparator_for<A, B>(before);
            return detail::merge_here(a, a + static_cast<std::iter_difference_t<A>>(na), b,
                                      b + static_cast<std::iter_difference_t<B>>(nb), out, here);
        }
    sorted_request request;
    request.is_descending = is_greater<C, value> ? 1 : 0;
    detail::call_sorted<value>(policy, sorted_function::merge, detail::elements_at(a, na),
                               detail::elements_at(b, nb), detail::elements_at(out, na + nb),
                               request);
    return out + static_cast<std::iter_difference_t<O>>(na + nb);
}

/// Merges to an output that takes the elements.
/// @return the end of the output
template <class P, class A, class SA, class B, class SB, class Target, class C>
constexpr auto merge_to(P const& policy, A a, SA a_end, B b, SB b_end, Target target, C before) {
    using value = std::iter_value_t<A>;
    using O = decltype(target.first);
    constexpr bool on_device = is_device_iterator<A> || is_device_iterator<B> ||
                               is_device_iterator<O> || foreign_iterator<A> ||
                               foreign_iterator<B> || foreign_iterator<O>;
    constexpr bool is_listed = [] {
        if constexpr (addressable<A> && addressable<B> && addressable<O>)
            return std::same_as<std::iter_value_t<B>, value> &&
                   std::same_as<std::iter_value_t<O>, value>;
        else return false;
    }();
    detail::check_order(a, a_end);
    detail::check_order(b, b_end);
    if constexpr (!on_device)
        if (is_constant_evaluated()) {
            auto comparator = detail::order_comparator_for<A, B>(before);
            return detail::merge_here(std::move(a), std::move(a_end), std::move(b),
                                      std::move(b_end), std::move(target.first), comparator);
        }
    if constexpr (on_device) {
        require_sorted_by_key<C, value>();
        require_elements_of_sorted<is_listed, A, B, O>();
    }
    if constexpr (forward_iterator<A> && forward_iterator<B>)
        if (target.room != unknown_room) {
            std::size_t const n = detail::size_of_range(a, a_end) + detail::size_of_range(b, b_end);
            require_room<P>("gpu::merge", n, target.room, n);
        }
    if constexpr (is_listed && listed_order<value, C>)
        return detail::merge_by_library(policy, a, detail::size_of_range(a, a_end), b,
                                        detail::size_of_range(b, b_end), target.first, before);
    else if constexpr (!on_device) {
        auto const merge = [&](auto out) {
            return detail::merge_by_program(policy, std::move(a), std::move(a_end), std::move(b),
                                            std::move(b_end), std::move(out),
                                            detail::order_comparator_for<A, B>(std::move(before)));
        };
        if constexpr (has_element_type<O> && (!forward_iterator<A> || !forward_iterator<B>))
            if (target.room != unknown_room)
                return merge(bounded_output("gpu::merge", target.first, target.room)).base();
        return merge(std::move(target.first));
    } else return target.first;
}

/// Every overload ends here.
/// @return the end of the output
template <class P, class A, class SA, class B, class SB, class Target, class C>
constexpr auto merge_ranges(P const& policy, A a, SA a_end, B b, SB b_end, Target target, C before)
    -> decltype(target.first) {
    using O = decltype(target.first);
    using from_a = std::iter_reference_t<A>;
    using from_b = std::iter_reference_t<B>;
    require_output_of_sorted<O, from_a, from_b>();
    if constexpr (!takes_values<O, from_a, from_b>) {
        return target.first;
    } else if constexpr (makes_elements<A> || makes_elements<B>) {
        auto const with_a = [&](auto x, auto x_end) -> O {
            auto const with_both = [&](auto y, auto y_end) {
                return detail::merge_to(policy, x, x_end, y, y_end, target, before);
            };
            return detail::with_stored(policy, "gpu::merge", b, b_end, with_both, x, target.first);
        };
        return detail::with_stored(policy, "gpu::merge", a, a_end, with_a, b, target.first);
    } else {
        return detail::merge_to(policy, std::move(a), std::move(a_end), std::move(b),
                                std::move(b_end), std::move(target), std::move(before));
    }
}

} // namespace gpu::inline v0::detail
