// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to search a range for its first match:
/// - listed predicate and type, contiguous memory of the host or of a device: the library;
/// - listed, other host ranges: the program, or the library on a copy if the policy needs a device;
/// - not listed: the program, in the calling thread without a policy, on all cores with one;
/// - expressions, elements of a device: the library, by a kernel made at run time.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/find_arguments.hpp>
#include <gpualgo/detail/find_on_cores.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_range.hpp>
#include <gpualgo/detail/single_pass.hpp>
#include <gpualgo/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Searches by the library, and fills the policy's report.
/// @tparam Value the elements' type
/// @param expression tests elements instead of `test`, if it is not null
/// @return the index of the first match, or n
template <find_kind Wanted, class Value, class P>
std::size_t find_by_library(P const& policy, range_start range, std::size_t n,
                            element_test const& test, range_start second = {},
                            predicate_expression const* expression = nullptr) {
    std::uint64_t position = 0;
    find_request request;
    request.value = number_of<as_listed<Value>, types>;
    request.memory = range.memory;
    request.first = range.first;
    request.n = n;
    request.wanted = static_cast<std::uint32_t>(Wanted);
    request.test = test;
    request.expression = expression;
    request.second = second.first;
    request.second_memory = second.memory;
    request.position = &position;
    call<strategies>(policy, request, &gpualgo_v0_find);
    return static_cast<std::size_t>(position);
}

/// Searches in the calling thread.
template <class I, class S, class Predicate>
constexpr I find_here(I first, S last, Predicate& predicate) {
    auto const matches = [&predicate](I& i) {
        return static_cast<bool>(detail::invoke(predicate, *i));
    };
    if constexpr (std::same_as<I, S> && random_access_iterator<I>)
        for (auto left = last - first; left >= 4; left -= 4, (void)++first) // one end for four
            if (matches(first) || matches(++first) || matches(++first) || matches(++first))
                return first;
    for (; first != last; ++first)
        if (matches(first)) break;
    return first;
}

/// Throws, because a policy names a device that cannot run a call.
/// @param problem begins "the predicate ..."
template <class P>
[[noreturn]] void refuse_device_of_find(P const& policy, char const* function,
                                        std::string const& problem) {
    throw unsupported_operator(call_text<P>(function, unknown_size) + problem + "; without on(" +
                               to_string(*policy.target()) + ") it runs on the host");
}

/// Reports a search by the program.
template <class Value, class P>
void report_find(P const& policy, char const* function, std::size_t n, std::size_t position) {
    std::size_t const read = position < n ? position + 1 : n;
    report_program(policy, {function, "a search in the program", n, 0, read * sizeof(Value)});
}

/// Searches n elements of the host by the program, on all cores.
/// @return the index of the first match, or n
template <random_access_iterator I, class Predicate>
std::size_t index_on_cores(I first, std::size_t n, Predicate& predicate) {
    return find_on_cores(n, [&](std::size_t begin, std::size_t count) {
        auto const x = first + static_cast<std::iter_difference_t<I>>(begin);
        auto const end = x + static_cast<std::iter_difference_t<I>>(count);
        return static_cast<std::size_t>(detail::find_here(x, end, predicate) - x);
    });
}

/// Searches a range of the host by the program, on all cores if its iterators allow that.
template <find_kind Wanted, class P, class I, class S, class Predicate>
I find_by_program(P const& policy, I first, S last, Predicate& predicate) {
    using value = std::iter_value_t<I>;
    if constexpr (random_access_iterator<I>) {
        std::size_t const n = detail::count(first, last);
        std::size_t const found = detail::index_on_cores(first, n, predicate);
        report_find<value>(policy, name_of_find<Wanted>, n, found);
        return first + static_cast<std::iter_difference_t<I>>(found);
    } else {
        std::size_t n = 0; // elements read
        auto counted = [&](auto&& x) {
            ++n;
            return static_cast<bool>(detail::invoke(predicate, static_cast<decltype(x)&&>(x)));
        };
        I found = detail::find_here(std::move(first), std::move(last), counted);
        report_find<value>(policy, name_of_find<Wanted>, n, n);
        return found;
    }
}

/// Searches elements of the host on the device that the policy names. See reduce_by_program.
template <find_kind Wanted, class P, class I, class S, class Predicate>
I find_elsewhere_by_program(no_kernels, find_tag<Wanted>, P const& policy, I, S, Predicate&) {
    refuse_device_of_find(policy, name_of_find<Wanted>,
                          "the predicate " + std::string(type_name<Predicate>()) +
                              " is not precompiled for elements of type " +
                              std::string(type_name<std::iter_value_t<I>>()));
}

/// Searches a range of the host that does not go to the library as it is, with a policy.
template <find_kind Wanted, class P, class I, class S, class Predicate>
I find_host(P const& policy, I first, S last, Predicate& predicate) {
    using value = std::iter_value_t<I>;
    check_options<strategies>(policy, name_of_find<Wanted>);
    if (policy.target().value_or(device::host()) == device::host())
        return detail::find_by_program<Wanted>(policy, std::move(first), std::move(last),
                                               predicate);
    if constexpr (!listed_predicate<Predicate, value>) {
        if constexpr (is_for_program_kernels<value>)
            return find_elsewhere_by_program(program_kernels(), find_tag<Wanted>(), policy,
                                             std::move(first), std::move(last), predicate);
        else
            return detail::find_elsewhere_by_program(no_kernels(), find_tag<Wanted>(), policy,
                                                     std::move(first), std::move(last), predicate);
    } else if constexpr (!forward_iterator<I> || !keepable<I>) {
        refuse_device_of_find(policy, name_of_find<Wanted>, "the range can be read only once");
    } else {
        buffered_elements<I> copy(first, last);
        detail::advance_by(first, detail::find_by_library<Wanted, value>(
                                      policy, {copy.template begin<true>()}, copy.size(),
                                      detail::packed_test<value>(predicate)));
        return first;
    }
}

/// Searches contiguous memory of the host, or at a pointer to memory of a GPU.
template <find_kind Wanted, class P, class I, class Predicate>
I find_contiguous(P const& policy, I first, std::size_t n, Predicate& predicate) {
    using value = std::iter_value_t<I>;
    using difference = std::iter_difference_t<I>;
    bool const is_hosts = is_host_iterator<I> && !policy.has_options();
    if (is_hosts && n <= most_found_in_program) {
        auto const test = detail::test_for<as_listed<value>>(predicate);
        auto matches = [&](value const& x) {
            return test(kernel::bit_cast<key_bits<as_listed<value>>>(x));
        };
        return detail::find_here(first, first + static_cast<difference>(n), matches);
    }
    std::size_t const found = detail::find_by_library<Wanted, value>(
        policy, {detail::address_of(first), is_hosts ? device::host().id() : device_id()}, n,
        detail::packed_test<value>(predicate));
    return first + static_cast<difference>(found);
}

/// See reduce_by_program.
template <find_kind Wanted, class P, class Value, class Predicate>
constexpr std::size_t find_device_by_program(no_kernels, find_tag<Wanted>, P const&,
                                             memory_range<Value>, Predicate&) {
    require_predicate_of_find<Predicate, as_listed<std::remove_const_t<Value>>>();
    return 0;
}

/// Searches a range of a device.
template <find_kind Wanted, class P, class Value, class Predicate>
std::size_t find_device(P const& policy, memory_range<Value> in, Predicate& predicate) {
    using value = std::remove_const_t<Value>;
    if constexpr (!listed_predicate<Predicate, value>)
        return find_device_by_program(program_kernels(), find_tag<Wanted>(), policy, in, predicate);
    else
        return detail::find_by_library<Wanted, value>(policy, {in.first, in.device}, in.n,
                                                      detail::packed_test<value>(predicate));
}

/// Searches a range whose elements lie in memory, or are read by the host.
template <find_kind Wanted, class P, class I, sentinel_for<I> S, class Predicate>
constexpr I find_among(P const& policy, I first, S last, Predicate& predicate) {
    if constexpr (is_on_device<I>) {
        auto const n = detail::count_elements(first, last);
        return first + static_cast<std::iter_difference_t<I>>(detail::find_device<Wanted>(
                           policy, detail::elements_at(first, n), predicate));
    } else {
        detail::check_order(first, last);
        if (is_constant_evaluated())
            return detail::find_here(std::move(first), std::move(last), predicate);
        if constexpr (listed_predicate<Predicate, std::iter_value_t<I>> && contiguous_memory<I>)
            return detail::find_contiguous<Wanted>(policy, first, detail::count(first, last),
                                                   predicate);
        else if constexpr (std::same_as<P, no_policy>)
            return detail::find_here(std::move(first), std::move(last), predicate);
        else return detail::find_host<Wanted>(policy, std::move(first), std::move(last), predicate);
    }
}

/// Every overload for one range ends here.
/// @return the first match, or the end
template <find_kind Wanted, class P, class I, sentinel_for<I> S, class Predicate>
constexpr I find_range(P const& policy, I first, S last, Predicate predicate) {
    if constexpr (makes_elements<I>) {
        auto const find = [&](auto begin, auto end) -> std::ptrdiff_t {
            return detail::find_among<Wanted>(policy, begin, end, predicate) - begin;
        };
        if constexpr (is_found_by_kernel<I, Predicate>) {
            auto const make = [&] {
                return find_made(program_kernels(), find_tag<Wanted>(), policy, first, last,
                                 predicate);
            };
            if constexpr (reads_device<I>) return first + make();
            else return first + (is_made_by<I>(policy) ? make() : find(first, last));
        } else {
            std::ptrdiff_t const found =
                detail::with_stored(policy, name_of_find<Wanted>, first, last, find);
            return first + found;
        }
    } else {
        return detail::find_among<Wanted>(policy, std::move(first), std::move(last), predicate);
    }
}

/// Whether any element of a range passes a test.
template <find_kind Wanted, class P, class I, sentinel_for<I> S, class Predicate>
constexpr bool has_match(P const& policy, I first, S last, Predicate predicate) {
    return detail::find_range<Wanted>(own_policy(policy), std::move(first), last,
                                      std::move(predicate)) != last;
}

} // namespace gpu::inline v0::detail
