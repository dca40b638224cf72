// SPDX-License-Identifier: Apache-2.0
/// @file
/// any_of, all_of, none_of: whether elements of a range match, on any device.
#pragma once

#include <gpualgo/detail/expression_find.hpp>
#include <gpualgo/detail/find_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @addtogroup find
/// @{

/// Whether a predicate holds for any element of a range.
/// @return whether it does; false if there are none
/// @param first the first element
/// @param last the end
/// @param predicate tells whether an element matches
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool any_of(I first, I last, Predicate predicate) {
    return detail::has_match<detail::find_kind::any_of>(detail::no_policy(), std::move(first),
                                                        std::move(last), std::move(predicate));
}

/// Whether a predicate holds for any element of a range.
/// @return whether it does; false if there are none
/// @param range the elements
/// @param predicate tells whether an element matches
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool any_of(R&& range, Predicate predicate) {
    return detail::has_match<detail::find_kind::any_of>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Whether a predicate holds for any element of a range.
/// @copydetails any_of(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool any_of(P const& policy, I first, I last, Predicate predicate) {
    return detail::has_match<detail::find_kind::any_of>(policy, std::move(first), std::move(last),
                                                        std::move(predicate));
}

/// Whether a predicate holds for any element of a range.
/// @copydetails any_of(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool any_of(P const& policy, R&& range, Predicate predicate) {
    return detail::has_match<detail::find_kind::any_of>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Whether a predicate holds for all elements of a range.
/// @return whether it does; true if there are none
/// @param first the first element
/// @param last the end
/// @param predicate tells whether an element matches
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool all_of(I first, I last, Predicate predicate) {
    return !detail::has_match<detail::find_kind::all_of>(
        detail::no_policy(), std::move(first), std::move(last),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Whether a predicate holds for all elements of a range.
/// @return whether it does; true if there are none
/// @param range the elements
/// @param predicate tells whether an element matches
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool all_of(R&& range, Predicate predicate) {
    return !detail::has_match<detail::find_kind::all_of>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Whether a predicate holds for all elements of a range.
/// @copydetails all_of(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool all_of(P const& policy, I first, I last, Predicate predicate) {
    return !detail::has_match<detail::find_kind::all_of>(
        policy, std::move(first), std::move(last),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Whether a predicate holds for all elements of a range.
/// @copydetails all_of(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool all_of(P const& policy, R&& range, Predicate predicate) {
    return !detail::has_match<detail::find_kind::all_of>(
        policy, detail::begin_of(range), detail::end_of(range),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Whether a predicate holds for no element of a range.
/// @return whether it does; true if there are none
/// @param first the first element
/// @param last the end
/// @param predicate tells whether an element matches
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool none_of(I first, I last, Predicate predicate) {
    return !detail::has_match<detail::find_kind::none_of>(detail::no_policy(), std::move(first),
                                                          std::move(last), std::move(predicate));
}

/// Whether a predicate holds for no element of a range.
/// @return whether it does; true if there are none
/// @param range the elements
/// @param predicate tells whether an element matches
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool none_of(R&& range, Predicate predicate) {
    return !detail::has_match<detail::find_kind::none_of>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Whether a predicate holds for no element of a range.
/// @copydetails none_of(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr bool none_of(P const& policy, I first, I last, Predicate predicate) {
    return !detail::has_match<detail::find_kind::none_of>(policy, std::move(first), std::move(last),
                                                          std::move(predicate));
}

/// Whether a predicate holds for no element of a range.
/// @copydetails none_of(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr bool none_of(P const& policy, R&& range, Predicate predicate) {
    return !detail::has_match<detail::find_kind::none_of>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_find X, class R, class... Rest>
constexpr bool any_of(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
template <detail::not_a_policy_of_find X, class R, class... Rest>
constexpr bool all_of(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
template <detail::not_a_policy_of_find X, class R, class... Rest>
constexpr bool none_of(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
