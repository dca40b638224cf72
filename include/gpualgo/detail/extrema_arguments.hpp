// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of min_element, max_element and minmax_element, and the compile errors for wrong
/// ones.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/extrema_search.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The policies of min_element, max_element and minmax_element.
using extrema_policies = type_list<policy::automatic>;
template <class P>
concept extrema_policy =
    in_list<P, extrema_policies> || std::same_as<P, no_policy> || is_supported_policy<P>;

template <class Policy>
constexpr void require_policy_of_extrema() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::min_element, max_element, minmax_element: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::min_element, max_element, minmax_element: this Policy is not a policy that "
                  "they support. Use gpu::automatic with its options, or no policy");
}

template <class Comparator>
constexpr void require_precompiled_comparator() {
    static_assert(in_list<Comparator, comparators>,
                  "gpu::min_element, max_element, minmax_element: this Comparator is not "
                  "precompiled for ranges on devices. Use std::less<> or std::greater<> without a "
                  "projection, or with an expression of gpualgo/expression.hpp as the projection, "
                  "such as gpu::abs(gpu::placeholders::_1). Or a copy on the host: v.to_host()");
}

template <class Value>
constexpr void require_type_of_extrema() {
    static_assert(in_list<as_listed<Value>, real_types>,
                  "gpu::min_element, max_element, minmax_element: nothing is precompiled for "
                  "elements of type Value on devices. Precompiled: integers of 8 to 64 bits, "
                  "float, double, gpu::half and gpu::bfloat16. Use a copy on the host: "
                  "v.to_host()");
}

/// A range whose iterators outlive it, or that is not a temporary.
template <class R>
concept lasting_range = input_range<R> && forward_iterator<iterator_t<R>> &&
    (std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cvref_t<R>>);

/// An iterator that can mark both ends of a range.
template <class I>
concept forward_pair = forward_iterator<I> && paired_iterator<I>;

/// A first argument that is neither a policy of these algorithms nor the beginning of a range.
template <class X>
concept not_a_policy_of_extrema =
    !extrema_policy<X> && !distributed_policy<X> && !input_range<X> && !any_iterator<X>;

template <class R>
concept range_or_iterator = input_range<R> || input_iterator<std::remove_cvref_t<R>>;

/// The iterator type of a range; an iterator's own type.
template <class R>
struct iterator_into_of {
    using type = std::remove_cvref_t<R>;
};
template <input_range R>
struct iterator_into_of<R> {
    using type = iterator_t<R>;
};
template <class R>
using iterator_into = typename iterator_into_of<R>::type;

} // namespace gpu::inline v0::detail
