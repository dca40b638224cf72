// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to compare two ranges, as find_range.hpp does for one.
#pragma once

#include <gpualgo/detail/find_range.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The end of a range that is long enough.
struct no_end {
    template <class I>
    friend constexpr bool operator==(I const&, no_end) {
        return false;
    }
};

/// Compares in the calling thread.
template <class I, class S, class J, class E, class Predicate>
constexpr std::pair<I, J> mismatch_here(I first, S last, J second, E second_last,
                                        Predicate& are_equal) {
    auto const is_at_end = [&] {
        if constexpr (std::same_as<E, no_end>) return false;
        else return static_cast<bool>(second == second_last);
    };
    for (; first != last && !is_at_end(); ++first, (void)++second)
        if (!static_cast<bool>(detail::invoke(are_equal, *first, *second))) break;
    return {std::move(first), std::move(second)};
}

/// Compares n elements of the host by the program, on all cores.
template <find_kind Wanted, class P, class I, class J, class Predicate>
std::size_t mismatch_by_program(P const& policy, I first, J second, std::size_t n,
                                Predicate& are_equal) {
    std::size_t const found = find_on_cores(n, [&](std::size_t begin, std::size_t count) {
        auto x = first + static_cast<std::iter_difference_t<I>>(begin);
        auto y = second + static_cast<std::iter_difference_t<J>>(begin);
        for (std::size_t i = 0; i < count; ++i, (void)++x, (void)++y)
            if (!static_cast<bool>(detail::invoke(are_equal, *x, *y))) return i;
        return count;
    });
    report_find<std::iter_value_t<I>>(policy, name_of_find<Wanted>, n, found);
    return found;
}

/// See reduce_by_program.
template <find_kind Wanted, class P, class Value, class Other, class Predicate>
constexpr std::size_t mismatch_device_by_program(no_kernels, find_tag<Wanted>, P const&,
                                                 memory_range<Value>, memory_range<Other>,
                                                 Predicate&) {
    require_equality<as_listed<std::remove_const_t<Value>>, as_listed<std::remove_const_t<Other>>,
                     Predicate>();
    return 0;
}

/// Compares ranges at least one of which is on a device.
template <find_kind Wanted, class P, class I, class J, class Predicate>
constexpr std::size_t mismatch_device(P const& policy, I first, J second, std::size_t n,
                                      Predicate& are_equal) {
    using value = std::iter_value_t<I>;
    if constexpr (!addressable<I> || !addressable<J>) {
        require_equality<void, void, Predicate>(); // elements must lie side by side
        return 0;
    } else {
        auto const x = detail::elements_at(first, n);
        auto const y = detail::elements_at(second, n);
        if constexpr (listed_equality<Predicate, I, J>)
            return detail::find_by_library<Wanted, value>(policy, {x.first, x.device}, n, {},
                                                          {y.first, y.device});
        else
            return mismatch_device_by_program(program_kernels(), find_tag<Wanted>(), policy, x, y,
                                              are_equal);
    }
}

/// Compares contiguous memory of the host, or at pointers to memory of a GPU, by the library.
template <find_kind Wanted, class P, class I, class J>
std::size_t mismatch_contiguous(P const& policy, I first, J second, std::size_t n) {
    using value = std::iter_value_t<I>;
    bool const is_hosts = is_host_iterator<I> && is_host_iterator<J> && !policy.has_options();
    auto const memory = is_hosts ? device::host().id() : device_id();
    return detail::find_by_library<Wanted, value>(policy, {detail::address_of(first), memory}, n,
                                                  {}, {detail::address_of(second), memory});
}

/// Compares n elements of random-access ranges, or of ranges of devices.
/// @return the index of the first pair that is not equal, or n
template <find_kind Wanted, class P, class I, class J, class Predicate>
constexpr std::size_t mismatch_among(P const& policy, I first, J second, std::size_t n,
                                     Predicate& are_equal) {
    constexpr bool is_listed = listed_equality<Predicate, I, J>;
    if constexpr (is_on_device<I> || is_on_device<J>) {
        return detail::mismatch_device<Wanted>(policy, first, second, n, are_equal);
    } else {
        auto const here = [&] {
            auto const last = first + static_cast<std::iter_difference_t<I>>(n);
            return static_cast<std::size_t>(
                detail::mismatch_here(first, last, second, no_end(), are_equal).first - first);
        };
        if (is_constant_evaluated()) return here();
        if constexpr (is_listed && contiguous_memory<I> && contiguous_memory<J>) {
            return detail::mismatch_contiguous<Wanted>(policy, first, second, n);
        } else if constexpr (std::same_as<P, no_policy>) {
            return here();
        } else {
            check_options<strategies>(policy, name_of_find<Wanted>);
            if (policy.target().value_or(device::host()) == device::host())
                return detail::mismatch_by_program<Wanted>(policy, first, second, n, are_equal);
            if constexpr (is_listed && keepable<I> && keepable<J>) {
                buffered_elements<I> x(first, n);
                buffered_elements<J> y(second, n);
                return detail::find_by_library<Wanted, std::iter_value_t<I>>(
                    policy, {x.template begin<true>()}, n, {}, {y.template begin<true>()});
            } else {
                refuse_device_of_find(policy, name_of_find<Wanted>,
                                      "the comparison of these ranges by " +
                                          std::string(type_name<Predicate>()) +
                                          " is not precompiled");
            }
        }
    }
}

/// The same, also for views.
template <find_kind Wanted, class P, class I, class J, class Predicate>
constexpr std::size_t mismatch_index(P const& policy, I first, J second, std::size_t n,
                                     Predicate& are_equal) {
    if constexpr (makes_elements<I> || makes_elements<J>) {
        auto const end_of = [n]<class X>(X x) {
            return x + static_cast<std::iter_difference_t<X>>(n);
        };
        auto const with_first = [&](auto a, auto) {
            auto const with_both = [&](auto b, auto) {
                return detail::mismatch_among<Wanted>(policy, a, b, n, are_equal);
            };
            return detail::with_stored(policy, name_of_find<Wanted>, second, end_of(second),
                                       with_both, a);
        };
        return detail::with_stored(policy, name_of_find<Wanted>, first, end_of(first), with_first,
                                   second);
    } else {
        return detail::mismatch_among<Wanted>(policy, first, second, n, are_equal);
    }
}

/// The number of elements between two iterators.
template <class I, class S>
constexpr std::size_t distance_of(I const& first, S const& last) {
    if constexpr (foreign_iterator<I>) return detail::distance_between(first, last);
    else return detail::count(first, last);
}

/// Whether the lengths of two ranges are known before they are read, or must be for a device.
/// @tparam E the end of the second range, or `no_end`
template <class I, class S, class J, class E>
concept have_lengths = random_or_device_iterator<I> && random_or_device_iterator<J> &&
    (is_on_device<I> || is_on_device<J> ||
     (subtractable<S, I> && (std::same_as<E, no_end> || subtractable<E, J>)));

/// Every overload ends here.
/// @param second_last the end of the second range, or `no_end`
/// @return the first elements that are not equal, or the end of the shorter range
template <find_kind Wanted, class P, class I, class S, class J, class E, class Predicate>
constexpr std::pair<I, J> mismatch_range(P const& policy, I first, S last, J second, E second_last,
                                         Predicate are_equal) {
    constexpr bool has_end = !std::same_as<E, no_end>;
    if constexpr (have_lengths<I, S, J, E>) {
        std::size_t n = detail::distance_of(first, last);
        if constexpr (has_end) {
            std::size_t const other = detail::distance_of(second, second_last);
            n = other < n ? other : n;
        }
        std::size_t const i = detail::mismatch_index<Wanted>(policy, first, second, n, are_equal);
        return {first + static_cast<std::iter_difference_t<I>>(i),
                second + static_cast<std::iter_difference_t<J>>(i)};
    } else {
        if constexpr (!std::same_as<P, no_policy>)
            if (!is_constant_evaluated()) {
                check_options<strategies>(policy, name_of_find<Wanted>);
                if (policy.target().value_or(device::host()) != device::host())
                    refuse_device_of_find(policy, name_of_find<Wanted>,
                                          "the ranges have no random access, or no known length");
                report_find<std::iter_value_t<I>>(policy, name_of_find<Wanted>, 0, 0);
            }
        return detail::mismatch_here(std::move(first), std::move(last), std::move(second),
                                     std::move(second_last), are_equal);
    }
}

/// Whether two ranges are equal. Ranges of different lengths are not read if these are known.
template <class P, class I, class S, class J, class E, class Predicate>
constexpr bool equal_ranges(P const& policy, I first, S last, J second, E second_last,
                            Predicate are_equal) {
    constexpr bool has_end = !std::same_as<E, no_end>;
    if constexpr (has_end && have_lengths<I, S, J, E>)
        if (detail::distance_of(first, last) != detail::distance_of(second, second_last))
            return false;
    auto const found = detail::mismatch_range<find_kind::equal>(
        own_policy(policy), std::move(first), last, std::move(second), second_last,
        std::move(are_equal));
    if constexpr (has_end) return found.first == last && found.second == second_last;
    else return found.first == last;
}

} // namespace gpu::inline v0::detail
