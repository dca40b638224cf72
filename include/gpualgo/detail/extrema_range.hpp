// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to search for the smallest and largest elements:
/// - listed comparator and type, contiguous host memory or device memory: the library;
/// - listed, other host ranges: the program, or the library on a copy if the policy names a device;
/// - not listed: the program, in the calling thread without a policy, on all cores with one.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/extrema_search.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/program_kernels.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_range.hpp>
#include <gpualgo/detail/single_pass.hpp>
#include <gpualgo/detail/type_name.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/report.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

inline constexpr std::array<char const*, 3> names_of_extrema{"gpu::min_element", "gpu::max_element",
                                                             "gpu::minmax_element"};

/// Indices in a range.
using positions = std::array<std::uint64_t, 2>;

/// The iterators at these indices.
template <extremum Wanted, class I>
constexpr extrema_result<Wanted, I> at_positions(I first, positions const& found) {
    auto const at = [&first](std::uint64_t position) {
        I i = first;
        detail::advance_by(i, static_cast<std::size_t>(position));
        return i;
    };
    if constexpr (Wanted == extremum::both) return {at(found[0]), at(found[1])};
    else return at(found[0]);
}

/// Searches n elements by the library, and fills the policy's report.
/// @tparam Value the type that is compared: that of the elements, or of the keys
/// @param keys makes the keys of elements; null if elements are compared
template <extremum Wanted, class C, class Value, extrema_policy P>
positions search_by_library(P const& policy, range_start range, std::size_t n,
                            key_expression const* keys = nullptr) {
    positions found{};
    extrema_request request;
    request.value = number_of<as_listed<Value>, types>;
    request.memory = range.memory;
    request.first = range.first;
    request.n = n;
    request.wanted = static_cast<std::uint32_t>(Wanted);
    request.is_descending = is_greater<C, Value>;
    request.keys = keys;
    request.positions = found.data();
    call<strategies>(policy, request, &gpualgo_v0_extrema);
    return found;
}

/// The search that is called, as an argument.
template <extremum Wanted>
struct extremum_tag {};

/// The address of an iterator, as an argument of an overload that is found by argument-dependent
/// look-up. Its type would add the classes of its elements to the look-up, which may be incomplete.
struct search_start {
    void const* iterator;
};

/// The largest number of elements that a program searches itself: a call takes longer.
inline constexpr std::size_t most_searched_in_program = 64;

/// Searches contiguous memory by a listed order: that of the host, unless the elements are given by
/// pointers to device memory.
template <extremum Wanted, class P, std::contiguous_iterator I, class C>
extrema_result<Wanted, I> search_contiguous(P const& policy, I first, std::size_t n, C& before) {
    auto const* const x = detail::address_of(first);
    bool const is_hosts = is_host_iterator<I> && !policy.has_options();
    if (is_hosts && n <= most_searched_in_program)
        return detail::search_here<Wanted>(first, first + static_cast<std::iter_difference_t<I>>(n),
                                           before);
    return detail::at_positions<Wanted>(
        first, detail::search_by_library<Wanted, C, std::iter_value_t<I>>(
                   policy, {x, is_hosts ? device::host().id() : device_id()}, n));
}

/// Searches in the program, on all cores of the host.
template <extremum Wanted, class P, forward_iterator I, class C>
extrema_result<Wanted, I> search_on_host(P const& policy, I first, std::size_t n, C& before) {
    auto found = n == 0 ? detail::at_positions<Wanted>(first, {})
                        : detail::search_on_cores<Wanted>(first, n, before);
    report_program(policy, {names_of_extrema[static_cast<std::size_t>(Wanted)],
                            "a search in the program", n, 0, n * sizeof(std::iter_value_t<I>)});
    return found;
}

/// Searches host memory on the device that the policy names. See reduce_by_program.
template <class I, extremum Wanted, class P, class C>
extrema_result<Wanted, I> search_elsewhere_by_program(no_kernels, extremum_tag<Wanted>,
                                                      P const& policy, search_start, std::size_t n,
                                                      C&) {
    using value = std::iter_value_t<I>;
    std::string const what = in_list<as_listed<value>, real_types>
                                 ? "the comparator " + std::string(type_name<C>()) + " is"
                                 : "elements of type " + std::string(type_name<value>()) + " are";
    throw unsupported_operator(call_text<P>(names_of_extrema[static_cast<std::size_t>(Wanted)], n) +
                               what + " not precompiled; without on(" +
                               to_string(*policy.target()) + ") it runs on the host");
}

/// Searches with a comparator or a type that is not listed, or in a range that is not contiguous.
template <extremum Wanted, class P, forward_iterator I, class C>
extrema_result<Wanted, I> search_by_program(P const& policy, I first, std::size_t n, C& before) {
    using value = std::iter_value_t<I>;
    check_options<strategies>(policy, names_of_extrema[static_cast<std::size_t>(Wanted)]);
    auto const target = policy.target();
    if (!target || *target == device::host())
        return detail::search_on_host<Wanted>(policy, std::move(first), n, before);
    if constexpr (listed_order<value, C>) {
        buffered_elements<I> copy(first, n);
        return detail::at_positions<Wanted>(first, detail::search_by_library<Wanted, C, value>(
                                                       policy, {copy.template begin<true>()}, n));
    } else {
        return search_elsewhere_by_program<I>(program_kernels(), extremum_tag<Wanted>(), policy,
                                              search_start{__builtin_addressof(first)}, n, before);
    }
}

/// See reduce_by_program.
template <extremum Wanted, class P, class I, class Element, class C>
extrema_result<Wanted, I> search_device_by_program(no_kernels, extremum_tag<Wanted>, P const&,
                                                   I first, device_iterator<Element>, std::size_t,
                                                   C&) {
    using value = std::iter_value_t<I>;
    if constexpr (!in_list<as_listed<value>, real_types>) require_type_of_extrema<value>();
    else require_precompiled_comparator<C>();
    return detail::at_positions<Wanted>(first, {});
}

/// Searches a range of a device.
template <extremum Wanted, class P, class I, class Element, class C>
extrema_result<Wanted, I> search_device(P const& policy, I first, device_iterator<Element> start,
                                        std::size_t n, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (listed_order<value, C>) {
        return detail::at_positions<Wanted>(first,
                                            detail::search_by_library<Wanted, C, value>(
                                                policy, {start.get(), start.device().id()}, n));
    } else {
        return search_device_by_program(program_kernels(), extremum_tag<Wanted>(), policy, first,
                                        start, n, before);
    }
}

/// Searches a range whose elements lie in memory, or are read by the host.
template <extremum Wanted, class P, class I, sentinel_for<I> S, class C>
constexpr extrema_result<Wanted, I> search_among(P const& policy, I first, S last, C& before) {
    if constexpr (is_device_iterator<I>) {
        return detail::search_device<Wanted>(policy, first,
                                             device_iterator(first.device(), first.get()),
                                             detail::count(first, last), before);
    } else if constexpr (foreign_iterator<I>) {
        auto const n = detail::distance_between(first, last);
        return detail::search_device<Wanted>(
            policy, first, detail::own_first(first, n, device_of_nothing(policy)), n, before);
    } else {
        constexpr bool is_listed = listed_order<std::iter_value_t<I>, C>;
        detail::check_order(first, last);
        if (is_constant_evaluated())
            return detail::search_here<Wanted>(std::move(first), std::move(last), before);
        if constexpr (is_listed && contiguous_memory<I>) {
            return detail::search_contiguous<Wanted>(policy, first, detail::count(first, last),
                                                     before);
        } else if constexpr (std::same_as<P, no_policy>) {
            return detail::search_here<Wanted>(std::move(first), std::move(last), before);
        } else {
            std::size_t const n = detail::count(first, last);
            return detail::search_by_program<Wanted>(policy, std::move(first), n, before);
        }
    }
}

/// The inverse of at_positions, for random access.
template <extremum Wanted, class I>
constexpr positions positions_of(I first, extrema_result<Wanted, I> const& found) {
    auto const at = [&first](I i) { return static_cast<std::uint64_t>(i - first); };
    if constexpr (Wanted == extremum::both) return {at(found.first), at(found.second)};
    else return {at(found), 0};
}

/// Searches with a policy of this library, without a projection.
template <extremum Wanted, class P, class I, sentinel_for<I> S, class C>
constexpr extrema_result<Wanted, I> search_range(P const& policy, I first, S last, C before) {
    if constexpr (makes_elements<I>) {
        auto const search = [&](auto begin, auto end) {
            return detail::positions_of<Wanted>(
                begin, detail::search_among<Wanted>(policy, begin, end, before));
        };
        positions found{};
        if constexpr (is_extremum_by_kernel<I, C>) {
            auto const make = [&]() -> positions {
                return search_made(program_kernels(), extremum_tag<Wanted>(), policy, first, last,
                                   before);
            };
            if constexpr (reads_device<I>) found = make();
            else found = is_made_by<I>(policy) ? make() : search(first, last);
        } else {
            found = detail::with_stored(policy, names_of_extrema[static_cast<std::size_t>(Wanted)],
                                        first, last, search);
        }
        return detail::at_positions<Wanted>(first, found);
    } else {
        return detail::search_among<Wanted>(policy, std::move(first), std::move(last), before);
    }
}

/// Every overload ends here.
template <extremum Wanted, class P, class I, class S, class C, class Projection>
constexpr extrema_result<Wanted, I> extrema_of(P const& policy, I first, S last, C before,
                                               Projection project) {
    return detail::search_range<Wanted>(
        own_policy(policy), std::move(first), std::move(last),
        detail::comparator_by(std::move(before), std::move(project)));
}

} // namespace gpu::inline v0::detail
