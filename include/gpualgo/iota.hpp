// SPDX-License-Identifier: Apache-2.0
/// @file
/// iota: `std::iota` on any device, also with a step.
#pragma once

#include <gpualgo/detail/fill_range.hpp>

#include <concepts>
#include <iterator>
#include <utility>

namespace gpu::inline v0 {

namespace detail {

/// An iterator to elements that can be set to the values of a sequence.
template <class I, class T>
concept sequence_iterator = settable_iterator<I, T> &&
    (is_sequence_element<T> || requires(T & value) { ++value; });

} // namespace detail

/// @addtogroup elementwise
/// @{

/// Writes value, value + 1, value + 2 ... to the elements of a range. For elements that are listed
/// numbers, element i is the sum of the value and i, both converted to the element's type. Other
/// elements count up from the value by `++`, as `std::iota` does.
/// @param first the first element
/// @param last the end
/// @param value is assigned to the first element
template <detail::paired_iterator I, class T>
    requires detail::sequence_iterator<I, T>
constexpr void iota(I first, I last, T value) {
    detail::iota_range(detail::no_policy(), std::move(first), std::move(last), std::move(value),
                       static_cast<T const*>(nullptr), detail::count_up());
}

/// Writes value, value + 1, value + 2 ... to the elements of a range. For elements that are listed
/// numbers, element i is the sum of the value and i, both converted to the element's type. Other
/// elements count up from the value by `++`, as `std::iota` does.
/// @param range the elements
/// @param value is assigned to the first element
template <detail::input_range R, class T>
    requires detail::sequence_iterator<detail::iterator_t<R>, T>
constexpr void iota(R&& range, T value) {
    detail::iota_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                       std::move(value), static_cast<T const*>(nullptr), detail::count_up());
}

/// @copydoc iota(I, I, T)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I, class T>
    requires detail::sequence_iterator<I, T>
constexpr void iota(P const& policy, I first, I last, T value) {
    detail::iota_range(policy, std::move(first), std::move(last), std::move(value),
                       static_cast<T const*>(nullptr), detail::count_up());
}

/// @copydoc iota(R&&, T)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range R, class T>
    requires detail::sequence_iterator<detail::iterator_t<R>, T>
constexpr void iota(P const& policy, R&& range, T value) {
    detail::iota_range(policy, detail::begin_of(range), detail::end_of(range), std::move(value),
                       static_cast<T const*>(nullptr), detail::count_up());
}

/// Writes value, value + step, value + 2 * step ... to the elements of a range. For elements that
/// are listed numbers, element i is value + i * step, computed in the element's type with a
/// rounding after each operation. For 16-bit floating-point numbers, that type is float.
/// @param first the first element
/// @param last the end
/// @param value is assigned to the first element
/// @param step the difference of neighbouring elements
template <detail::paired_iterator I, class T>
    requires detail::settable_iterator<I, T>
constexpr void iota(I first, I last, T value, T step) {
    detail::iota_range(detail::no_policy(), std::move(first), std::move(last), std::move(value),
                       __builtin_addressof(step), detail::step_up<T>{step});
}

/// Writes value, value + step, value + 2 * step ... to the elements of a range. For elements that
/// are listed numbers, element i is value + i * step, computed in the element's type with a
/// rounding after each operation. For 16-bit floating-point numbers, that type is float.
/// @param range the elements
/// @param value is assigned to the first element
/// @param step the difference of neighbouring elements
template <detail::input_range R, class T>
    requires detail::settable_iterator<detail::iterator_t<R>, T>
constexpr void iota(R&& range, T value, T step) {
    detail::iota_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                       std::move(value), __builtin_addressof(step), detail::step_up<T>{step});
}

/// @copydoc iota(I, I, T, T)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I, class T>
    requires detail::settable_iterator<I, T>
constexpr void iota(P const& policy, I first, I last, T value, T step) {
    detail::iota_range(policy, std::move(first), std::move(last), std::move(value),
                       __builtin_addressof(step), detail::step_up<T>{step});
}

/// @copydoc iota(R&&, T, T)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range R, class T>
    requires detail::settable_iterator<detail::iterator_t<R>, T>
constexpr void iota(P const& policy, R&& range, T value, T step) {
    detail::iota_range(policy, detail::begin_of(range), detail::end_of(range), std::move(value),
                       __builtin_addressof(step), detail::step_up<T>{step});
}

/// @}

/// @cond internal
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void iota(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
/// @endcond

} // namespace gpu::inline v0
