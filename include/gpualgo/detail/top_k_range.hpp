// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to find the elements at the front of an order:
/// - listed comparator and type, contiguous memory of the host or of a device: the library;
/// - other ranges and comparators: the program, on the host.
#pragma once

#include <gpualgo/abi/top_k_request.hpp>
#include <gpualgo/detail/find_range.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/top_indices.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

template <class Value, class C>
constexpr void require_order_of_top_k() {
    static_assert(listed_order<Value, C>,
                  "gpu::top_k: this order of elements of type Value is not precompiled for ranges "
                  "on devices. Use std::less<> or std::greater<> of integers of 8 to 64 bits, "
                  "float, double, gpu::half or gpu::bfloat16, and a target of the same type, side "
                  "by side. Or use a copy on the host: v.to_host()");
}

/// Finds k elements by the library, and fills the policy's report.
template <class C, class Value, class P, class O>
void top_k_by_library(P const& policy, range_start range, std::size_t n, std::size_t k, O out) {
    auto const to = detail::elements_at(out, k);
    top_k_request request;
    request.value = number_of<as_listed<Value>, types>;
    request.memory = range.memory;
    request.first = range.first;
    request.n = n;
    request.k = k;
    request.is_descending = is_greater<C, Value>;
    request.out = to.first;
    request.out_memory = to.device;
    call<strategies>(policy, request, &gpualgo_v0_top_k);
}

/// Finds k > 0 of n elements of a random-access range by the program.
/// @return the end of the elements that were written
template <class P, class I, class O, class C>
O top_k_by_program(P const&, I first, std::size_t n, std::size_t k, O out, C& comp) {
    using difference = std::iter_difference_t<I>;
    auto const at = [first](std::size_t i) { return first + static_cast<difference>(i); };
    auto const before = [&comp, at](std::size_t i, std::size_t j) {
        // elements that compare by key have equivalents that `<` does not know: NaNs
        if (detail::supersedes<first_smallest>(at(i), at(j), comp)) return true;
        return i < j && !detail::supersedes<first_smallest>(at(j), at(i), comp);
    };
    auto const next = [&before](std::size_t i, std::size_t end, std::size_t limit) {
        while (i < end && !before(i, limit)) ++i;
        return i;
    };
    constexpr std::size_t most_tasks = 64, least = 16'384;
    std::size_t const wanted = n / (4 * k + least) + 1;
    std::size_t const tasks = std::same_as<P, no_policy> ? 1
                              : wanted < most_tasks      ? wanted
                                                         : most_tasks;
    for (std::size_t const i : detail::find_top_indices(n, k, before, next, tasks)) {
        *out = *at(i);
        ++out;
    }
    return out;
}

/// Finds k > 0 elements of any range of the host.
/// @return the end of the elements that were written
template <class P, class I, class O, class C>
O top_k_on_host(P const& policy, I first, std::size_t n, std::size_t k, O out, C& comp) {
    if constexpr (!std::same_as<P, no_policy>) {
        check_options<strategies>(policy, "gpu::top_k");
        if (policy.target().value_or(device::host()) != device::host())
            refuse_device_of_find(policy, "gpu::top_k",
                                  "this order of elements of type " +
                                      std::string(type_name<std::iter_value_t<I>>()) +
                                      ", or a range or target that is not contiguous, is not "
                                      "precompiled");
    }
    detail::require_apart<P>("gpu::top_k", n, detail::extent_at(out, k),
                             detail::extent_at(first, n));
    if constexpr (random_access_iterator<I>) {
        out = detail::top_k_by_program(policy, first, n, k, std::move(out), comp);
    } else {
        buffered_elements<I> copy(first, n);
        out = detail::top_k_by_program(policy, copy.template begin<true>(), n, k, std::move(out),
                                       comp);
    }
    if constexpr (!std::same_as<P, no_policy>)
        report_program(policy, {"gpu::top_k", "a selection in the program", n, 0,
                                n * sizeof(std::iter_value_t<I>)});
    return out;
}

/// Whether an iterator is to elements of a type that lie side by side.
template <class O, class Value>
inline constexpr bool is_memory_for = false;
template <addressable O, std::same_as<std::iter_value_t<O>> Value>
inline constexpr bool is_memory_for<O, Value> = true;

/// Finds k elements that lie in memory, or are read by the host.
/// @return the end of the elements that were written
template <class P, class I, sentinel_for<I> S, class O, class C>
O top_k_among(P const& policy, I first, S last, std::size_t k, target<O> out, C comp) {
    using value = std::iter_value_t<I>;
    std::size_t n = 0;
    if constexpr (is_on_device<I>) n = detail::count_elements(first, last);
    else n = detail::count(first, last);
    k = k < n ? k : n;
    if (k > out.room)
        throw std::invalid_argument(call_text<P>("gpu::top_k", n) + "the target has " +
                                    std::to_string(out.room) + " elements, fewer than the " +
                                    std::to_string(k) + " to be written");
    constexpr bool fits = is_memory_for<O, value> && listed_order<value, C>;
    if constexpr (is_on_device<I> || is_on_device<O>) {
        if constexpr (fits && addressable<I>) {
            auto const in = detail::elements_at(first, n);
            detail::top_k_by_library<C, value>(policy, {in.first, in.device}, n, k, out.first);
        } else {
            require_order_of_top_k<value, void>();
        }
    } else if constexpr (fits && contiguous_memory<I>) {
        detail::top_k_by_library<C, value>(policy, {detail::address_of(first)}, n, k, out.first);
    } else if (k > 0) {
        auto before = detail::comparator_by(std::move(comp), std::identity());
        return detail::top_k_on_host(policy, first, n, k, std::move(out.first), before);
    } else {
        return std::move(out.first);
    }
    if constexpr (random_or_device_iterator<O>)
        return out.first + static_cast<std::iter_difference_t<O>>(k);
}

/// Every overload ends here.
/// @return the end of the elements that were written
template <class P, class I, sentinel_for<I> S, class O, class C>
O top_k_range(P const& policy, I first, S last, std::size_t k, target<O> out, C comp) {
    if constexpr (makes_elements<I>)
        return detail::with_stored(
            policy, "gpu::top_k", first, last,
            [&](auto begin, auto end) {
                return detail::top_k_among(policy, begin, end, k, out, comp);
            },
            out.first);
    else
        return detail::top_k_among(policy, std::move(first), std::move(last), k, std::move(out),
                                   std::move(comp));
}

} // namespace gpu::inline v0::detail
