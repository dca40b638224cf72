// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of count_if, copy_if, partition_copy and their relatives, and the compile errors
/// for wrong ones.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/detail/predicate_test.hpp>
#include <gpualgo/detail/value_given.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The policies of functions that select elements.
using select_policies = type_list<policy::automatic, policy::warp_shuffle, policy::vendor>;
template <class P>
concept select_policy =
    in_list<P, select_policies> || std::same_as<P, no_policy> || is_supported_policy<P>;

template <class Policy>
constexpr void require_policy_of_select() {
    static_assert(
        !is_std_policy<Policy>,
        "gpu::count, count_if, copy_if, remove_copy_if, partition_copy: this Policy needs "
        "#include <gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, select_policies>,
                  "gpu::count, count_if, copy_if, remove_copy_if, partition_copy: this Policy is "
                  "not a policy that they support. Use gpu::automatic, gpu::warp_shuffle or "
                  "gpu::vendor, or no policy");
}

template <class Predicate, class Value>
constexpr void require_precompiled_predicate() {
    static_assert(
        listed_number<Value>,
        "gpu::count, count_if, remove_if, copy_if, remove_copy_if, partition_copy: nothing is "
        "precompiled for elements of type Value on devices. Precompiled: integers of 8 to "
        "64 bits, float, double, gpu::half and gpu::bfloat16. Compile this file with nvcc "
        "and include gpualgo/cuda.cuh, or use a copy on the host: v.to_host()");
    static_assert(!listed_number<Value> || listed_predicate<Predicate, Value>,
                  "gpu::count, count_if, remove_if, copy_if, remove_copy_if, partition_copy: this "
                  "Predicate is not precompiled for ranges on devices. Use gpu::equals(x), "
                  "differs_from(x), less_than(x), at_most(x), greater_than(x), at_least(x), "
                  "between(x, y) or gpu::is_nan; for integers also gpu::is_odd or gpu::is_even. Or "
                  "an expression of gpualgo/expression.hpp, such as gpu::placeholders::_1 > 2. Or "
                  "compile this file with nvcc and include gpualgo/cuda.cuh, or use a copy on the "
                  "host: v.to_host()");
}

template <class Value, class... Targets>
constexpr void require_targets() {
    static_assert((std::same_as<std::iter_value_t<Targets>, Value> && ...) &&
                      (addressable<Targets> && ...),
                  "gpu::copy_if, remove_copy_if, partition_copy: a range on a device is copied to "
                  "elements of the same type that lie side by side, such as those of a "
                  "gpu::device_vector or of a std::vector");
}

/// A predicate of an iterator's elements.
template <class Predicate, class I, class Element = typename compared_element<I>::type>
concept predicate_of = requires(Predicate& predicate) {
    static_cast<bool>(detail::invoke(predicate, std::declval<Element>()));
};

/// A value that an iterator's elements are compared with.
template <class T, class I, class Element = typename compared_element<I>::type>
concept value_for = requires(value_given<T> const& value) {
    static_cast<bool>(std::declval<Element>() == value);
};

/// An iterator that copies can be written to.
template <class O>
concept target_iterator = std::input_or_output_iterator<O> || any_iterator<O>;

/// An iterator, or a range whose iterators outlive the call.
template <class O>
concept target_range_or_iterator = input_range<O> || target_iterator<std::remove_cvref_t<O>>;

/// A first argument that is neither a policy of these functions nor the beginning of a range.
template <class X>
concept not_a_policy_of_select = !select_policy<X> && !input_range<X> && !any_iterator<X>;

/// The room of a target whose end is unknown.
inline constexpr std::size_t unknown_room = std::numeric_limits<std::size_t>::max();

/// Where copies go.
template <class O>
struct target {
    O first;
    std::size_t room; ///< elements
};

/// @return a target of unknown room for an iterator, or the whole of a range
template <class O>
constexpr auto target_at(O&& out) {
    if constexpr (input_range<O>) {
        auto const first = detail::begin_of(out);
        return target<std::remove_const_t<decltype(first)>>{
            first, detail::count(first, detail::end_of(out))};
    } else {
        return target<std::remove_cvref_t<O>>{std::forward<O>(out), unknown_room};
    }
}

template <class O>
using target_of_argument = decltype(detail::target_at(std::declval<O>()).first);

} // namespace gpu::inline v0::detail
