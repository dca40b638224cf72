// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of merge, lower_bound, upper_bound and histogram, and the compile errors for wrong
/// ones.
#pragma once

#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/select_arguments.hpp>

#include <concepts>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The policies of functions on sorted ranges.
template <class P>
concept sorted_policy = extrema_policy<P>;

template <class X>
concept not_a_policy_of_sorted = not_a_policy_of_extrema<X>;

template <class Policy>
constexpr void require_policy_of_sorted() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::merge, lower_bound, upper_bound, histogram: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::merge, lower_bound, upper_bound, histogram: this Policy is not a policy "
                  "that they support. Use gpu::automatic with its options, or no policy");
}

template <class Comparator, class Value>
constexpr void require_sorted_by_key() {
    static_assert(in_list<as_listed<Value>, real_types>,
                  "gpu::merge, lower_bound, upper_bound: nothing is precompiled for elements of "
                  "type Value on devices. Precompiled: integers of 8 to 64 bits, float, double, "
                  "gpu::half and gpu::bfloat16. Use a copy on the host: v.to_host()");
    static_assert(!in_list<as_listed<Value>, real_types> || listed_order<Value, Comparator>,
                  "gpu::merge, lower_bound, upper_bound: this Comparator is not precompiled for "
                  "ranges on devices. Use std::less<> or std::greater<>, or a copy on the host: "
                  "v.to_host()");
}

/// @tparam AreSame whether the other ranges have elements of the right type, side by side
template <bool AreSame, class... Iterators>
constexpr void require_elements_of_sorted() {
    static_assert(AreSame,
                  "gpu::merge, lower_bound, upper_bound: all ranges of a call on a device have "
                  "elements of one type, side by side, such as those of a gpu::device_vector or of "
                  "a std::vector. Positions are integers of 32 or 64 bits");
}

/// Whether values of some types can be written through an iterator.
template <class Output, class... Values>
inline constexpr bool
    takes_values = (std::is_assignable_v<decltype(*std::declval<Output&>()), Values> && ...);

template <class Output, class... Values>
constexpr void require_output_of_sorted() {
    static_assert(takes_values<Output, Values...>,
                  "gpu::merge, lower_bound, upper_bound: this Output cannot be assigned these "
                  "Values. merge writes the elements of both ranges, and lower_bound and "
                  "upper_bound write integers, to elements that are not const");
}

/// An integer in which the library writes a position or a count.
template <class T>
concept library_integer = std::integral<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// An output of positions or counts that the library can write.
template <class O>
concept integers_in_memory = addressable<O> && library_integer<std::iter_value_t<O>>;

/// @return the number of elements of a range of the host or of a device
template <class I, class S>
constexpr std::size_t size_of_range(I first, S last) {
    if constexpr (is_device_iterator<I> || foreign_iterator<I>)
        return detail::count_elements(first, last);
    else return detail::count(first, last);
}

/// A comparator of two iterators' elements, in this order.
template <class C, class A, class B, class X = typename compared_element<A>::type,
          class Y = typename compared_element<B>::type>
concept compares = requires(C& before) {
    static_cast<bool>(detail::invoke(before, std::declval<X>(), std::declval<Y>()));
};

/// The same in both orders.
template <class C, class A, class B>
concept orders = compares<C, A, B> && compares<C, B, A>;

/// Compares listed numbers by their keys as a floating-point type, as the library does: NaNs come
/// last.
template <class T, class C>
struct order_comparator {
    template <class A, class B>
    constexpr bool operator()(A const& a, B const& b) const {
        constexpr auto order = order_for<T>(is_greater<C, T>);
        return order.key(kernel::bit_cast<key_bits<T>>(kernel::implicitly<T>(a))) <
               order.key(kernel::bit_cast<key_bits<T>>(kernel::implicitly<T>(b)));
    }
};

/// @return the comparator, or one by keys if both ranges have listed numbers and their order is
/// listed, unless all are integers
template <class A, class B, class C>
constexpr auto order_comparator_for(C before) {
    using a = std::iter_value_t<A>;
    using b = std::iter_value_t<B>;
    if constexpr (std::same_as<a, b>) {
        if constexpr (is_compared_by_key<A, C>) return order_comparator<a, C>();
        else return before;
    } else if constexpr (listed_order<a, C> && listed_order<b, C> &&
                         !(std::integral<a> && std::integral<b>)) {
        return order_comparator<std::common_type_t<float, computed_as<a>, computed_as<b>>, C>();
    } else {
        return before;
    }
}

/// The type of integers that an output takes; void if it is unknown.
template <class O>
struct integer_of_output {
    using type = void;
};
template <class O>
    requires(std::is_arithmetic_v<std::iter_value_t<O>>)
struct integer_of_output<O> {
    using type = std::iter_value_t<O>;
};
template <class O>
    requires(std::is_arithmetic_v<typename O::container_type::value_type>)
struct integer_of_output<O> {
    using type = typename O::container_type::value_type;
};

/// Writes an integer to an output, whatever the type of its elements.
template <class O>
constexpr void write_integer(O& out, std::uint64_t x) {
    using integer = typename integer_of_output<O>::type;
    if constexpr (std::is_void_v<integer>) *out = x;
    else *out = static_cast<integer>(x);
    ++out;
}

} // namespace gpu::inline v0::detail
