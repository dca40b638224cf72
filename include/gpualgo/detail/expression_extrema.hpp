// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches of elements of devices by keys that are expressions. extrema_range.hpp finds these
/// overloads by their first argument.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/extrema_range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Reads the keys of numbers in memory.
template <class F, class Value>
struct key_iterator {
    using value_type = std::remove_cvref_t<std::invoke_result_t<F&, Value const&>>;
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    F* key;
    Value const* at;

    value_type operator*() const { return (*key)(*at); }
    key_iterator& operator++() { return *this += 1; }
    key_iterator& operator+=(difference_type n) {
        at += n;
        return *this;
    }
};

template <class F, class Value>
using expression_key = typename key_iterator<F, Value>::value_type;

/// Keys that kernels compute and compare.
template <class F, class Value, class C>
concept key_in_kernels = kernel_callable<F> && stored_number<Value> && !std::same_as<Value, bool> &&
                         listed_order<expression_key<F, Value>, C>;

/// Searches numbers by the library.
template <extremum Wanted, class Value, class P, class C, class F>
positions search_by_keys(P const& policy, range_start range, std::size_t n,
                         projected_comparator<C, F>& by) {
    using key = expression_key<F, Value>;
    auto search = [&](std::uint64_t* found) {
        auto const* const x = static_cast<Value const*>(range.first);
        auto const best =
            detail::search_on_cores<Wanted>(key_iterator<F, Value>{&by.project, x}, n, by.before);
        auto const position = [x](auto const& i) { return static_cast<std::uint64_t>(i.at - x); };
        if constexpr (Wanted == extremum::both) {
            found[0] = position(best.first);
            found[1] = position(best.second);
        } else {
            found[0] = position(best);
        }
    };
    auto const& expression = expression_for(by.project);
    scalar_bytes scalars;
    key_expression keys;
    keys.f = detail::view_of<key, Value>(expression, scalars);
    keys.type = number_type_of<Value>();
    keys.type_of_key = number_type_of<key>();
    keys.on_host = [](void* context, std::uint64_t* found) {
        (*static_cast<decltype(search)*>(context))(found);
    };
    keys.context = &search;
    return detail::search_by_library<Wanted, C, key>(policy, range, n, &keys);
}

template <extremum Wanted, class P, class I, class Element, class C, class F>
    requires key_in_kernels<F, std::iter_value_t<I>, C> extrema_result<Wanted, I>
    search_device_by_program(program_kernels, extremum_tag<Wanted>, P const& policy, I first,
                             device_iterator<Element> start, std::size_t n,
                             projected_comparator<C, F>& by) {
        return detail::at_positions<Wanted>(first,
                                            detail::search_by_keys<Wanted, std::iter_value_t<I>>(
                                                policy, {start.get(), start.device().id()}, n, by));
    }

template <contiguous_memory I, extremum Wanted, class P, class C, class F>
    requires key_in_kernels<F, std::iter_value_t<I>, C> extrema_result<Wanted, I>
    search_elsewhere_by_program(program_kernels, extremum_tag<Wanted>, P const& policy,
                                search_start start, std::size_t n, projected_comparator<C, F>& by) {
        I const& first = *static_cast<I const*>(start.iterator);
        return detail::at_positions<Wanted>(first,
                                            detail::search_by_keys<Wanted, std::iter_value_t<I>>(
                                                policy, {detail::address_of(first)}, n, by));
    }

} // namespace gpu::inline v0::detail
