// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to sort:
/// - listed comparator and type, contiguous memory of the host or of a device: the library;
/// - listed, other host ranges: the program, or the library on copies if the policy needs a device;
/// - not listed: the program, in the calling thread without a policy, on all cores with one;
/// - by projected keys: the library on devices, the program on the host.
///
/// argsort_range.hpp does so for sort_by_key and argsort.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/host_fallback.hpp>
#include <gpualgo/detail/merge_sort.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/scan_range.hpp>
#include <gpualgo/detail/single_pass.hpp>
#include <gpualgo/detail/sort_call.hpp>
#include <gpualgo/detail/sort_order.hpp>
#include <gpualgo/detail/sort_projection.hpp>
#include <gpualgo/detail/type_name.hpp>
#include <gpualgo/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

/// The largest number of elements that a program sorts itself: a call takes longer.
inline constexpr std::size_t most_sorted_in_program = 32;

/// Whether few elements need no call.
template <class I, class P>
bool is_short_sort(P const& policy, std::size_t n) {
    return is_certainly_on_host<I>() && is_automatic<P> && !policy.has_options() &&
           n <= most_sorted_in_program;
}

/// Whether the library sorts contiguous elements of an iterator.
template <class I, class C>
inline constexpr bool library_sorts = addressable<I>&& listed_order<std::iter_value_t<I>, C>;

/// Whether a comparator compares the results of a projection.
template <class C>
inline constexpr bool compares_projections = false;
template <class C, class F>
inline constexpr bool compares_projections<projected_comparator<C, F>> = true;

/// @tparam C a comparator that is not listed for elements of type Value
/// @return why no device sorts by it
template <class Value, class C>
std::string why_not_sorted() {
    std::string const what = compares_projections<C>
                                 ? "the projection, or the comparator of its results, is"
                             : in_list<as_listed<Value>, real_types>
                                 ? "the comparator " + std::string(type_name<C>()) + " is"
                                 : "elements of type " + std::string(type_name<Value>()) + " are";
    return what + " not precompiled";
}

/// Whether a sort by the program must run on another device than the host, on a copy. Throws if the
/// options are wrong, or if the device cannot sort these elements.
template <class Value, class C, class P>
bool is_sorted_elsewhere(P const& policy, sort_kind wanted, std::size_t n) {
    check_options<strategies>(policy, name_of_sort(wanted));
    auto const target = policy.target();
    bool const is_elsewhere = target && *target != device::host();
    if constexpr (listed_order<Value, C>) {
        return is_elsewhere || (!target && !is_automatic<P>);
    } else {
        auto const reason = &why_not_sorted<Value, C>;
        if (is_elsewhere)
            throw unsupported_operator(call_text<P>(name_of_sort(wanted), n) + reason() +
                                       "; without on(" + to_string(*target) +
                                       ") it runs on the host");
        detail::require_fallback_allowed(policy, n, name_of_sort(wanted), reason);
        return false;
    }
}

/// Logs a sort that the program did, and fills the policy's report.
template <class Value, class P>
void report_program_sort(P const& policy, sort_kind wanted, std::size_t n) {
    if constexpr (!std::same_as<P, no_policy>) {
        report_program(
            policy, {name_of_sort(wanted), "merge sort in the program", n, 1, n * sizeof(Value)});
        detail::note_fallback(policy, "the host has no " + std::string(P::name) +
                                          " kernel and sorts by merges");
    }
}

/// Sorts in the program: on all cores if there is a policy, and if elements share no words.
template <class P, class I, class C>
void merge_sort_by(P const&, I first, std::size_t n, C before) {
    auto const count = static_cast<std::iter_difference_t<I>>(n);
    if constexpr (std::same_as<P, no_policy> || !is_divisible<I>)
        detail::merge_sort(first, count, before);
    else detail::merge_sort_on_cores(first, count, before);
}

/// A copy of the elements of a host range, as memory for the library.
template <class I>
auto copied_memory(buffered_elements<I>& copy) {
    auto* const first = copy.template begin<true>();
    return memory_range<std::iter_value_t<I>>{{}, first, copy.size()};
}

/// Sorts a host range of any elements by any comparator.
template <class P, class I, class C>
void sort_on_host(P const& policy, sort_kind wanted, I first, std::size_t n, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (!std::same_as<P, no_policy>) {
        if (is_sorted_elsewhere<value, C>(policy, wanted, n)) {
            if constexpr (listed_order<value, C>) {
                buffered_elements<I> copy(first, n);
                auto const memory = detail::copied_memory(copy);
                detail::sort_by_library<C>(policy, wanted, memory);
                for (std::size_t i = 0; i < n; ++i, (void)++first) *first = memory.first[i];
            }
            return;
        }
    }
    detail::merge_sort_by(policy, first, n, detail::comparator_for<value>(before));
    report_program_sort<value>(policy, wanted, n);
}

/// Whether the library sorts contiguous elements of an iterator by projected keys.
template <class I, class C>
inline constexpr bool library_sorts_keys =
    addressable<I>&& library_projects<std::iter_value_t<I>, C>;

/// Whether a policy names another device than the host.
template <class P>
bool names_device(P const& policy) {
    return policy.target().value_or(device::host()) != device::host();
}

/// Sorts by the library by projected keys, or in the program if the call runs on the host.
template <class P, class Value, class C>
void sort_by_keys(P const& policy, sort_kind wanted, memory_range<Value> const& elements, C& by) {
    detail::sort_by_projection(policy, wanted, elements, {}, by, [&] {
        auto before = detail::comparator_for<Value>(by);
        detail::merge_sort_on_cores(elements.first, static_cast<std::ptrdiff_t>(elements.n),
                                    before);
    });
}

/// Sorts with a policy of this library.
template <class P, class I, class S, class C>
constexpr void sort_by(P const& policy, sort_kind wanted, I first, S last, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (on_device<I>) {
        if constexpr (library_sorts<I, C>)
            detail::sort_by_library<C>(
                policy, wanted, detail::elements_at(first, detail::count_elements(first, last)));
        else if constexpr (library_sorts_keys<I, C>)
            detail::sort_by_keys(policy, wanted,
                                 detail::elements_at(first, detail::count_elements(first, last)),
                                 before);
        else detail::refuse_order<value>(before);
    } else {
        std::size_t const n = detail::count(first, last);
        auto by = detail::comparator_for<value>(before);
        if (is_constant_evaluated() || (library_sorts<I, C> && is_short_sort<I>(policy, n)))
            return detail::merge_sort(first, static_cast<std::iter_difference_t<I>>(n), by);
        if constexpr (library_sorts_keys<I, C>)
            if (names_device(policy))
                return detail::sort_by_keys(policy, wanted, detail::elements_at(first, n), before);
        if constexpr (library_sorts<I, C>)
            detail::sort_by_library<C>(policy, wanted, detail::memory_at(policy, first, n));
        else detail::sort_on_host(policy, wanted, first, n, before);
    }
}

/// Every overload of sort and stable_sort ends here.
template <class P, class I, class S, class C, class Projection = std::identity>
constexpr void sort_range(P const& policy, sort_kind wanted, I first, S last, C before,
                          Projection project = Projection()) {
    auto by = detail::comparator_by(std::move(before), std::move(project));
    detail::sort_by(own_policy(policy), wanted, std::move(first), std::move(last), by);
}

} // namespace gpu::inline v0::detail
