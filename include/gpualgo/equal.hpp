// SPDX-License-Identifier: Apache-2.0
/// @file
/// equal and mismatch: compare two ranges, on any devices.
#pragma once

#include <gpualgo/detail/mismatch_range.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup find
/// @{

/// Whether two ranges of one length have equal elements.
/// @return whether all pairs are equal
/// @param first the first element of one range
/// @param last its end
/// @param second the first element of the other range
/// @param are_equal tells whether two elements are equal
template <detail::paired_iterator I, detail::paired_iterator J, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr bool equal(I first, I last, J second, Predicate are_equal = Predicate()) {
    return detail::equal_ranges(detail::no_policy(), std::move(first), std::move(last),
                                std::move(second), detail::no_end(), std::move(are_equal));
}

/// Whether two ranges have one length and equal elements.
/// @return whether they do
/// @param first the first element of one range
/// @param last its end
/// @param second the first element of the other range
/// @param second_last its end
/// @param are_equal tells whether two elements are equal
template <detail::paired_iterator I, detail::paired_iterator J, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr bool equal(I first, I last, J second, J second_last,
                                   Predicate are_equal = Predicate()) {
    return detail::equal_ranges(detail::no_policy(), std::move(first), std::move(last),
                                std::move(second), std::move(second_last), std::move(are_equal));
}

/// Whether two ranges have one length and equal elements.
/// @return whether they do
/// @param range the elements of one range
/// @param other the elements of the other one
/// @param are_equal tells whether two elements are equal
template <detail::input_range R, detail::input_range Other, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, detail::iterator_t<R>, detail::iterator_t<Other>>
[[nodiscard]] constexpr bool equal(R&& range, Other&& other, Predicate are_equal = Predicate()) {
    return detail::equal_ranges(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                                detail::begin_of(other), detail::end_of(other),
                                std::move(are_equal));
}

/// Whether two ranges of one length have equal elements.
/// @copydetails equal(I, I, J, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::paired_iterator J,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr bool equal(P const& policy, I first, I last, J second,
                                   Predicate are_equal = Predicate()) {
    return detail::equal_ranges(policy, std::move(first), std::move(last), std::move(second),
                                detail::no_end(), std::move(are_equal));
}

/// Whether two ranges have one length and equal elements.
/// @copydetails equal(I, I, J, J, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::paired_iterator J,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr bool equal(P const& policy, I first, I last, J second, J second_last,
                                   Predicate are_equal = Predicate()) {
    return detail::equal_ranges(policy, std::move(first), std::move(last), std::move(second),
                                std::move(second_last), std::move(are_equal));
}

/// Whether two ranges have one length and equal elements.
/// @copydetails equal(R&&, Other&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::input_range R, detail::input_range Other,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, detail::iterator_t<R>, detail::iterator_t<Other>>
[[nodiscard]] constexpr bool equal(P const& policy, R&& range, Other&& other,
                                   Predicate are_equal = Predicate()) {
    return detail::equal_ranges(policy, detail::begin_of(range), detail::end_of(range),
                                detail::begin_of(other), detail::end_of(other),
                                std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal.
/// @return iterators to them; the ends if there are none
/// @param first the first element of one range
/// @param last its end
/// @param second the first element of the other range
/// @param are_equal tells whether two elements are equal
template <detail::paired_iterator I, detail::paired_iterator J, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr std::pair<I, J> mismatch(I first, I last, J second,
                                                 Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(detail::no_policy()), std::move(first), std::move(last),
        std::move(second), detail::no_end(), std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal, up to the end of the shorter one.
/// @return iterators to them; the end of the shorter range and what is opposite if there are none
/// @param first the first element of one range
/// @param last its end
/// @param second the first element of the other range
/// @param second_last its end
/// @param are_equal tells whether two elements are equal
template <detail::paired_iterator I, detail::paired_iterator J, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr std::pair<I, J> mismatch(I first, I last, J second, J second_last,
                                                 Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(detail::no_policy()), std::move(first), std::move(last),
        std::move(second), std::move(second_last), std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal, up to the end of the shorter one.
/// @return iterators to them; the end of the shorter range and what is opposite if there are none
/// @param range the elements of one range
/// @param other the elements of the other one
/// @param are_equal tells whether two elements are equal
template <detail::lasting_range R, detail::lasting_range Other, class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, detail::iterator_t<R>, detail::iterator_t<Other>>
[[nodiscard]] constexpr auto mismatch(R&& range, Other&& other, Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(detail::no_policy()), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(other), detail::end_of(other), std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal.
/// @copydetails mismatch(I, I, J, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::paired_iterator J,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr std::pair<I, J> mismatch(P const& policy, I first, I last, J second,
                                                 Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(policy), std::move(first), std::move(last), std::move(second),
        detail::no_end(), std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal, up to the end of the shorter one.
/// @copydetails mismatch(I, I, J, J, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::paired_iterator J,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, I, J>
[[nodiscard]] constexpr std::pair<I, J> mismatch(P const& policy, I first, I last, J second,
                                                 J second_last, Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(policy), std::move(first), std::move(last), std::move(second),
        std::move(second_last), std::move(are_equal));
}

/// Finds the first elements of two ranges that are not equal, up to the end of the shorter one.
/// @copydetails mismatch(R&&, Other&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::lasting_range R, detail::lasting_range Other,
          class Predicate = std::equal_to<>>
    requires detail::pair_predicate_of<Predicate, detail::iterator_t<R>, detail::iterator_t<Other>>
[[nodiscard]] constexpr auto mismatch(P const& policy, R&& range, Other&& other,
                                      Predicate are_equal = Predicate()) {
    return detail::mismatch_range<detail::find_kind::mismatch>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(other), detail::end_of(other), std::move(are_equal));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_find X, class R, class... Rest>
constexpr bool equal(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
constexpr auto mismatch(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return std::pair<detail::iterator_into<R>, detail::iterator_into<R>>();
}
/// @endcond

} // namespace gpu::inline v0
