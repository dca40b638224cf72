// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of find, any_of, equal and their relatives, and the compile errors for wrong ones.
#pragma once

#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/is_equality.hpp>
#include <gpualgo/detail/select_arguments.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The policies of functions that search for the first match.
template <class P>
concept find_policy = extrema_policy<P>;

/// A first argument that is neither a policy of these functions nor the beginning of a range.
template <class X>
concept not_a_policy_of_find = !find_policy<X> && !input_range<X> && !any_iterator<X>;

template <class Policy>
constexpr void require_policy_of_find() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::find, find_if, any_of, all_of, none_of, equal, mismatch, min, max, top_k: "
                  "this Policy needs #include <gpualgo/std_execution.hpp>. Or use gpu::automatic, "
                  "or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::find, find_if, any_of, all_of, none_of, equal, mismatch, min, max, top_k: "
                  "this Policy is not a policy that they support. Use gpu::automatic with its "
                  "options, or no policy");
}

template <class Predicate, class Value>
constexpr void require_predicate_of_find() {
    static_assert(
        listed_number<Value>,
        "gpu::find, find_if, find_if_not, any_of, all_of, none_of: nothing is precompiled for "
        "elements of type Value on devices. Precompiled: integers of 8 to 64 bits, float, double, "
        "gpu::half and gpu::bfloat16. Compile this file with nvcc and include gpualgo/cuda.cuh, or "
        "use a copy on the host: v.to_host()");
    static_assert(
        !listed_number<Value> || listed_predicate<Predicate, Value>,
        "gpu::find, find_if, find_if_not, any_of, all_of, none_of: this Predicate is not "
        "precompiled for ranges on devices. Use gpu::equals(x), differs_from(x), less_than(x), "
        "at_most(x), greater_than(x), at_least(x), between(x, y) or gpu::is_nan; for integers also "
        "gpu::is_odd or gpu::is_even. Or an expression of gpualgo/expression.hpp, such as "
        "gpu::placeholders::_1 > 2. Or compile this file with nvcc and include gpualgo/cuda.cuh, "
        "or use a copy on the host: v.to_host()");
}

template <class Value, class Other, class Equality>
constexpr void require_equality() {
    constexpr bool are_listed = listed_number<Value> && std::same_as<Value, Other>;
    static_assert(are_listed,
                  "gpu::equal, mismatch: nothing is precompiled for elements of types Value and "
                  "Other on devices. Precompiled: two ranges of one type, side by side: integers "
                  "of 8 to 64 bits, float, double, gpu::half and gpu::bfloat16. Or use a copy on "
                  "the host: v.to_host()");
    static_assert(!are_listed || std::same_as<Equality, std::equal_to<>>,
                  "gpu::equal, mismatch: this Equality is not precompiled for ranges on devices. "
                  "Use std::equal_to<>. Or compile this file with nvcc and include "
                  "gpualgo/cuda.cuh, or use a copy on the host: v.to_host()");
}

/// A predicate of the elements of two iterators.
template <class Predicate, class I, class J, class Element = typename compared_element<I>::type,
          class Other = typename compared_element<J>::type>
concept pair_predicate_of = requires(Predicate& predicate) {
    static_cast<bool>(detail::invoke(predicate, std::declval<Element>(), std::declval<Other>()));
};

/// Whether the comparison of two iterators' elements is precompiled.
template <class Predicate, class I, class J>
inline constexpr bool listed_equality =
    listed_number<std::iter_value_t<I>>&& std::same_as<std::iter_value_t<I>, std::iter_value_t<J>>&&
        is_equality<Predicate, std::iter_value_t<I>>;

/// A random-access iterator of the host or of a device.
template <class I>
concept random_or_device_iterator =
    random_access_iterator<I> || is_device_iterator<I> || foreign_iterator<I>;

template <class I>
inline constexpr bool is_on_device = is_device_iterator<I> || foreign_iterator<I>;

inline constexpr std::array<char const*, 8> names_of_finds{
    "gpu::find",   "gpu::find_if", "gpu::find_if_not", "gpu::any_of",
    "gpu::all_of", "gpu::none_of", "gpu::equal",       "gpu::mismatch"};

template <find_kind Wanted>
inline constexpr char const* name_of_find = names_of_finds[static_cast<std::size_t>(Wanted)];

/// The function that is called, as an argument.
template <find_kind Wanted>
struct find_tag {};

/// The largest number of elements that a program searches itself: a call takes longer.
inline constexpr std::size_t most_found_in_program = 64;

} // namespace gpu::inline v0::detail
