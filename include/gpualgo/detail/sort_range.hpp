// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to sort:
/// - listed comparator and type, contiguous memory of the host or of a device: the library;
/// - listed, other host ranges: the program, or the library on copies if the policy needs a device;
/// - not listed: the program, in the calling thread without a policy, on all cores with one;
/// - by projected keys: the library on devices, the program on the host.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
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
inline constexpr std::size_t most_sorted_in_program = 16;

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

/// Whether a sort by the program must run on another device than the host, on a copy. Throws if the
/// options are wrong, or if the device cannot sort these elements.
template <class Value, class C, class P>
bool is_sorted_elsewhere(P const& policy, sort_kind wanted, std::size_t n) {
    check_options<strategies>(policy, name_of_sort(wanted));
    auto const target = policy.target();
    bool const is_elsewhere = target && *target != device::host();
    if (!is_elsewhere) return !target && !is_automatic<P> && listed_order<Value, C>;
    if constexpr (!listed_order<Value, C>) {
        std::string const what =
            compares_projections<C> ? "the projection, or the comparator of its results, is"
            : in_list<as_listed<Value>, real_types>
                ? "the comparator " + std::string(type_name<C>()) + " is"
                : "elements of type " + std::string(type_name<Value>()) + " are";
        throw unsupported_operator(call_text<P>(name_of_sort(wanted), n) + what +
                                   " not precompiled; without on(" + to_string(*target) +
                                   ") it runs on the host");
    }
    return true;
}

/// Logs a sort that the program did, and fills the policy's report.
template <class Value, class P>
void report_program_sort(P const& policy, sort_kind wanted, std::size_t n) {
    if constexpr (!std::same_as<P, no_policy>)
        report_program(
            policy, {name_of_sort(wanted), "merge sort in the program", n, 1, n * sizeof(Value)});
}

/// Sorts in the program: on all cores if there is a policy.
template <class P, class I, class C>
void merge_sort_by(P const&, I first, std::size_t n, C before) {
    auto const count = static_cast<std::iter_difference_t<I>>(n);
    if constexpr (std::same_as<P, no_policy>) detail::merge_sort(first, count, before);
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
                auto const memory = copied_memory(copy);
                sort_by_library<C>(policy, wanted, memory);
                for (std::size_t i = 0; i < n; ++i, (void)++first) *first = memory.first[i];
            }
            return;
        }
    }
    detail::merge_sort_by(policy, first, n, comparator_for<value>(before));
    report_program_sort<value>(policy, wanted, n);
}

/// Sorts with a policy of this library.
template <class P, class I, class S, class C>
constexpr void sort_by(P const& policy, sort_kind wanted, I first, S last, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (on_device<I>) {
        if constexpr (library_sorts<I, C>)
            sort_by_library<C>(policy, wanted, elements_at(first, count_elements(first, last)));
        else if constexpr (library_projects<value, C>)
            detail::sort_by_projection(policy, wanted,
                                       elements_at(first, count_elements(first, last)), before);
        else detail::refuse_order<value>(before);
    } else {
        std::size_t const n = detail::count(first, last);
        auto by = comparator_for<value>(before);
        if (is_constant_evaluated() || (library_sorts<I, C> && is_short_sort<I>(policy, n)))
            return detail::merge_sort(first, static_cast<std::iter_difference_t<I>>(n), by);
        if constexpr (library_projects<value, C> && contiguous_memory<I>)
            if (policy.target().value_or(device::host()) != device::host())
                return detail::sort_by_projection(policy, wanted, elements_at(first, n), before);
        if constexpr (library_sorts<I, C>)
            sort_by_library<C>(policy, wanted, memory_at(policy, first, n));
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

/// The indices that sort a host range in the program.
template <class P, class I, class C>
constexpr kernel::growing_array<std::size_t> sorted_indices(P const& policy, I first, std::size_t n,
                                                            C before) {
    kernel::growing_array<std::size_t> indices(n);
    for (std::size_t i = 0; i < n; ++i) indices.emplace_back(i);
    auto by = [&](std::size_t a, std::size_t b) {
        return before(first[static_cast<std::iter_difference_t<I>>(a)],
                      first[static_cast<std::iter_difference_t<I>>(b)]);
    };
    if (is_constant_evaluated())
        detail::merge_sort(indices.begin(), static_cast<std::ptrdiff_t>(n), by);
    else detail::merge_sort_by(policy, indices.begin(), n, by);
    return indices;
}

/// The indices that sort any host range: by the program, or by another device on a copy.
template <class P, class I, class C>
constexpr kernel::growing_array<std::size_t> indices_on_host(P const& policy, sort_kind wanted,
                                                             I first, std::size_t n, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (!std::same_as<P, no_policy>) {
        if (!is_constant_evaluated() && is_sorted_elsewhere<value, C>(policy, wanted, n)) {
            kernel::growing_array<std::size_t> indices(n);
            if constexpr (listed_order<value, C>) {
                buffered_elements<I> copy(first, n);
                for (std::size_t i = 0; i < n; ++i) indices.emplace_back(i);
                sort_by_library<C>(policy, sort_kind::argsort, copied_memory(copy),
                                   {indices.begin(), {}, sizeof(std::size_t)});
            }
            return indices;
        }
    }
    auto indices = detail::sorted_indices(policy, first, n, comparator_for<value>(before));
    if (!is_constant_evaluated()) report_program_sort<value>(policy, wanted, n);
    return indices;
}

/// Sorts keys, and moves a value with each of them.
template <class P, class I, class S, class V, class C>
constexpr void sort_by_key_by(P const& policy, I first, S last, V values, C& before) {
    constexpr auto wanted = sort_kind::sort_by_key;
    constexpr bool in_library = library_sorts<I, C> && byte_iterator<V>;
    if constexpr (on_device<I> || on_device<V>) {
        if constexpr (in_library) {
            auto const n = count_elements(first, last);
            sort_by_library<C>(policy, wanted, elements_at(first, n),
                               packed_values(elements_at(values, n)));
        } else if constexpr (library_sorts<I, C>) {
            require_values_of_device_sort<V>();
        } else {
            require_order_on_device<std::iter_value_t<I>, C>();
            require_values_of_device_sort<I>();
        }
    } else {
        std::size_t const n = detail::count(first, last);
        if constexpr (in_library)
            if (!is_constant_evaluated())
                return sort_by_library<C>(policy, wanted, memory_at(policy, first, n),
                                          packed_values(memory_at(policy, values, n)));
        auto indices = detail::indices_on_host(policy, wanted, first, n, before);
        kernel::growing_array<std::size_t> same(n);
        for (std::size_t const i : indices) same.emplace_back(i);
        detail::apply_permutation(first, same.begin(), n);
        detail::apply_permutation(values, indices.begin(), n);
    }
}

/// Every overload of sort_by_key ends here.
template <class P, class I, class S, class V, class C>
constexpr void sort_keys(P const& policy, I first, S last, V values, C before) {
    detail::sort_by_key_by(own_policy(policy), std::move(first), std::move(last), std::move(values),
                           before);
}

/// The type of the indices that an output takes: of its elements, or of those that it inserts.
template <class O>
struct index_type {
    using type = std::size_t;
};
template <class O>
    requires std::integral<std::iter_value_t<O>>
struct index_type<O> {
    using type = std::iter_value_t<O>;
};
template <class O>
    requires std::integral<typename O::container_type::value_type>
struct index_type<O> {
    using type = typename O::container_type::value_type;
};

/// Throws if the type of an output's indices is too small for a range.
template <class O, class P>
constexpr void check_indices(std::size_t n) {
    constexpr auto most =
        static_cast<std::uint64_t>(std::numeric_limits<typename index_type<O>::type>::max());
    if (n > 0 && n - 1 > most)
        throw std::invalid_argument(call_text<P>(name_of_sort(sort_kind::argsort), n) +
                                    "the type of the indices has no numbers above " +
                                    std::to_string(most));
}

/// Counts the elements of a range of the host or of a device.
template <class I, class S>
constexpr std::size_t count_of(I const& first, S const& last) {
    if constexpr (foreign_iterator<I>) return detail::distance_between(first, last);
    else return detail::count(first, last);
}

/// Whether the library writes indices to an output.
template <class O>
inline constexpr bool is_library_output = false;
template <addressable O>
inline constexpr bool is_library_output<O> =
    std::integral<std::iter_value_t<O>> && !std::same_as<std::iter_value_t<O>, bool> &&
    (sizeof(std::iter_value_t<O>) == 4 || sizeof(std::iter_value_t<O>) == 8);

/// Writes the indices that sort a range.
template <class P, class I, class S, class O, class C>
constexpr O argsort_by(P const& policy, I first, S last, O out, C& before) {
    constexpr auto wanted = sort_kind::argsort;
    constexpr bool in_library = library_sorts<I, C> && is_library_output<O>;
    if constexpr (in_library) {
        if (!is_constant_evaluated()) {
            std::size_t const n = count_elements(first, last);
            check_indices<O, P>(n);
            sort_by_library<C>(policy, wanted, memory_at(policy, first, n),
                               packed_values(memory_at(policy, out, n)));
            return out + static_cast<std::iter_difference_t<O>>(n);
        }
    }
    if constexpr (on_device<I> || on_device<O>) {
        if constexpr (!library_sorts<I, C>) require_order_on_device<std::iter_value_t<I>, C>();
        else require_indices_of_device_sort<std::iter_value_t<O>>();
    } else {
        std::size_t const n = detail::count(first, last);
        check_indices<O, P>(n);
        for (std::size_t const i : detail::indices_on_host(policy, wanted, first, n, before)) {
            *out = static_cast<typename index_type<O>::type>(i);
            ++out;
        }
    }
    return out;
}

/// Every overload of argsort ends here.
template <class P, class I, class S, class O, class C>
constexpr O argsort_range(P const& policy, I first, S last, O out, C before) {
    auto const own = own_policy(policy);
    if constexpr (makes_elements<I>)
        return detail::with_stored(
            own, name_of_sort(sort_kind::argsort), first, last,
            [&](auto begin, auto end) { return detail::argsort_by(own, begin, end, out, before); },
            out);
    else return detail::argsort_by(own, std::move(first), std::move(last), std::move(out), before);
}

/// The beginning of values or indices, which are given as an iterator or as a range. Throws
/// std::invalid_argument if that range is shorter than the elements.
/// @param name of the function and of the values, for the message
template <class I, class S, class Values>
constexpr auto values_of(char const* name, I const& first, S const& last, Values& values) {
    if constexpr (input_range<Values>) {
        auto const start = detail::begin_of(values);
        std::size_t const n = count_of(first, last);
        std::size_t const room = count_of(start, detail::end_of(values));
        if (room < n)
            throw std::invalid_argument(std::string(name) + " have " + std::to_string(room) +
                                        " elements, fewer than the " + std::to_string(n) +
                                        " of the range");
        return start;
    } else {
        return values;
    }
}

} // namespace gpu::inline v0::detail
