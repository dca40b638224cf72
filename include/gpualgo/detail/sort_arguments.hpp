// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of sort, sort_by_key, argsort and is_sorted, and the compile errors for wrong
/// ones.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The policies of functions that sort.
using sort_policies = type_list<policy::automatic, policy::vendor>;
template <class P>
concept sort_policy =
    in_list<P, sort_policies> || std::same_as<P, no_policy> || is_supported_policy<P>;
/// The policies of is_sorted and is_sorted_until.
template <class P>
concept is_sorted_policy =
    std::same_as<P, policy::automatic> || std::same_as<P, no_policy> || is_supported_policy<P>;

template <class Policy>
constexpr void require_policy_of_sort() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::sort, stable_sort, sort_by_key, argsort: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, sort_policies>,
                  "gpu::sort, stable_sort, sort_by_key, argsort: this Policy is not a policy that "
                  "they support. Use gpu::automatic or gpu::vendor, or no policy");
}

template <class Policy>
constexpr void require_policy_of_is_sorted() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::is_sorted, is_sorted_until: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> ||
                      std::same_as<Policy, policy::automatic>,
                  "gpu::is_sorted, is_sorted_until: this Policy is not a policy that they support. "
                  "Use gpu::automatic with its options, or no policy");
}

/// A compile error for a range on a device whose type or comparator is not precompiled.
template <class Value, class Comparator>
constexpr void require_order_on_device() {
    static_assert(in_list<as_listed<Value>, real_types>,
                  "gpu::sort, stable_sort, sort_by_key, argsort, is_sorted: nothing is precompiled "
                  "for elements of type Value on devices. Precompiled: integers of 8 to 64 bits, "
                  "float, double, gpu::half and gpu::bfloat16. Sort structures by a field: "
                  "gpu::sort(policy, v, std::less<>(), &record::key). Or use a copy on the host: "
                  "v.to_host()");
    static_assert(
        !in_list<as_listed<Value>, real_types> || listed_order<Value, Comparator>,
        "gpu::sort, stable_sort, sort_by_key, argsort, is_sorted: this Comparator is not "
        "precompiled for ranges on devices. Use std::less<> or std::greater<>, for numbers "
        "also with an expression of gpualgo/expression.hpp as the projection, such as "
        "gpu::abs(gpu::placeholders::_1). Or a copy on the host: v.to_host()");
}

/// A compile error for a range on a device that cannot be sorted by projected keys.
template <class Value, class Comparator, class Projection>
constexpr void require_projection_on_device() {
    using key = std::remove_cvref_t<decltype(detail::invoke(std::declval<Projection&>(),
                                                            std::declval<Value const&>()))>;
    static_assert(listed_order<key, Comparator>,
                  "gpu::sort, stable_sort, sort_by_key, argsort: for ranges on devices, a "
                  "projection gives numbers, "
                  "which std::less<> or std::greater<> compares. Or use a copy on the host: "
                  "v.to_host()");
    static_assert(!listed_order<key, Comparator>,
                  "gpu::sort, stable_sort, sort_by_key, argsort: for ranges on devices, a "
                  "Projection is a pointer to a "
                  "field of trivially copyable elements, or of numbers an expression of "
                  "gpualgo/expression.hpp, such as gpu::abs(gpu::placeholders::_1). Or use a copy "
                  "on the host: v.to_host()");
}
/// Does not compile: reports why a range on a device cannot be sorted by a comparator.
template <class Value, class Comparator>
constexpr void refuse_order(Comparator const&) {
    require_order_on_device<Value, Comparator>();
}
template <class Value, class Comparator, class Projection>
constexpr void refuse_order(projected_comparator<Comparator, Projection> const&) {
    require_projection_on_device<Value, Comparator, Projection>();
}

template <class Values>
constexpr void require_values_of_device_sort() {
    static_assert(byte_iterator<Values>,
                  "gpu::sort_by_key: if the keys or the Values lie on a device, both lie side by "
                  "side, and values are trivially copyable");
}

template <class I, class O, class Indices = std::iter_value_t<O>>
constexpr void require_indices_of_device_sort() {
    static_assert(addressable<O> && std::integral<Indices> &&
                      (sizeof(Indices) == 4 || sizeof(Indices) == 8),
                  "gpu::argsort: if the range or the Indices lie on a device, the indices are "
                  "integers of 32 or 64 bits that lie side by side");
    static_assert(addressable<I>,
                  "gpu::argsort: if the range I or the indices lie on a device, the elements lie "
                  "side by side");
}

/// An iterator whose elements can be put into another order.
template <class I>
concept sortable_iterator = random_access_iterator<I> &&
    std::is_assignable_v<std::iter_reference_t<I>, std::iter_value_t<I>>;
/// An iterator that can mark both ends of such a range.
template <class I>
concept sortable_pair = sortable_iterator<I> && paired_iterator<I>;

template <class R>
concept sortable_range = input_range<R> && sortable_iterator<iterator_t<R>>;

/// An iterator whose elements can be compared in any order, and that can mark both ends of a range.
template <class I>
concept random_access_pair = random_access_iterator<I> && paired_iterator<I>;
template <class R>
concept random_access_range = input_range<R> && random_access_iterator<iterator_t<R>>;

/// Indices: integers.
template <class O>
concept index_output = requires(O& out) {
    *out = std::size_t{};
    ++out;
};

/// A first argument that is neither a policy of sorts nor the beginning of a range.
template <class X>
concept not_a_policy_of_sort = !sort_policy<X> && !input_range<X> && !any_iterator<X>;
template <class X>
concept not_a_policy_of_is_sorted = !is_sorted_policy<X> && !input_range<X> && !any_iterator<X>;

} // namespace gpu::inline v0::detail
