// SPDX-License-Identifier: Apache-2.0
/// @file
/// Translates listed predicates to tests of an element's bits.
#pragma once

#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/detail/value_given.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/select/range_test.hpp>
#include <gpualgo/predicates.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The numbers of a listed type in their order, without NaNs, by index.
template <class T>
struct ordered_numbers {
    using bits = key_bits<T>; ///< of keys and of indices

    /// Bits of negative numbers that the key inverts.
    static constexpr bits flipped =
        std::integral<T> ? bits{} : static_cast<bits>(static_cast<bits>(-1) >> 1);

    /// @return the key of the first number
    static constexpr bits first_key() {
        if constexpr (std::integral<T>) return static_cast<bits>(std::numeric_limits<T>::min());
        else return static_cast<bits>(~infinity());
    }
    /// @return the index of the last number
    static constexpr bits last_index() {
        if constexpr (std::integral<T>) return static_cast<bits>(-1);
        else return static_cast<bits>(2 * infinity() + 1);
    }
    /// @return the number with an index
    static constexpr T at(bits index) {
        auto const key = static_cast<bits>(first_key() + index);
        auto const sign = static_cast<bits>(~(static_cast<bits>(-1) >> 1));
        auto const encoded = (key & sign) != 0 ? static_cast<bits>(key ^ flipped) : key;
        return kernel::bit_cast<T>(encoded);
    }

private:
    static constexpr bits infinity() {
        return kernel::bit_cast<bits>(std::numeric_limits<T>::infinity());
    }
};

/// Finds the first number for which a condition holds, which then holds for all greater ones.
/// @return whether there is one
template <class T, class Condition>
constexpr bool find_first(key_bits<T>& index, Condition holds) {
    using numbers = ordered_numbers<T>;
    using bits = key_bits<T>;
    bits begin = 0, end = numbers::last_index();
    if (!holds(numbers::at(end))) return false;
    while (begin < end) {
        auto const middle = static_cast<bits>(begin + (end - begin) / 2);
        if (holds(numbers::at(middle))) end = middle;
        else begin = static_cast<bits>(middle + 1);
    }
    index = end;
    return true;
}

template <class T>
using test_of = kernel::range_test<key_bits<T>>;

/// The test that selects nothing.
template <class T>
constexpr test_of<T> select_nothing() {
    return {ordered_numbers<T>::flipped, 0, 1, 0};
}

/// The test that selects the numbers which are neither below an interval nor above it.
/// @param is_not_below holds from the interval's first number on
/// @param is_above holds after its last number
template <class T, class NotBelow, class Above>
constexpr test_of<T> select_interval(NotBelow is_not_below, Above is_above) {
    using numbers = ordered_numbers<T>;
    using bits = key_bits<T>;
    bits begin = 0, end = 0;
    if (!detail::find_first<T>(begin, is_not_below)) return select_nothing<T>();
    bool const has_end = detail::find_first<T>(end, is_above);
    if (has_end && end <= begin) return select_nothing<T>();
    auto const last = has_end ? static_cast<bits>(end - 1) : numbers::last_index();
    return {numbers::flipped, static_cast<bits>(-1),
            static_cast<bits>(numbers::first_key() + begin), static_cast<bits>(last - begin)};
}

/// @return a < b, for numbers that are not NaNs. For floating-point numbers of one type, flags of
/// the compiler and the floating-point environment have no effect
template <class T, class U>
constexpr bool precedes(T a, U b) {
    if constexpr (std::same_as<T, U> && kernel::encoded_float<T>) {
        auto const key = [](T x) {
            auto const sorted = kernel::sort_key(x);
            return sorted == -1 ? decltype(sorted){} : sorted; // -0 equals +0
        };
        return key(a) < key(b);
    } else {
        return detail::is_less_than(a, b);
    }
}

/// The test that selects the numbers from `low` to `high`.
template <class T, class U>
constexpr test_of<T> select_between(U low, U high) {
    return detail::select_interval<T>([=](T x) { return !detail::precedes(x, low); },
                                      [=](T x) { return detail::precedes(high, x); });
}

template <class T>
constexpr bool is_a_nan(T x) {
    if constexpr (kernel::encoded_float<T>) return kernel::is_nan(x);
    else return false;
}

/// Selects elements for which element == value, as std::count does. Keeps a small value, which
/// kernels can take, and a reference to any other.
template <class T>
struct equal_value {
    std::conditional_t<std::is_trivially_copyable_v<T> && !std::is_array_v<T>, T, T const&> value;

    template <class U>
    GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        if constexpr (listed_number<T> && listed_number<U>) {
            using common = compared_type<T, U>;
            return static_cast<common>(x) == static_cast<common>(value);
        } else {
            return static_cast<bool>(x == value);
        }
    }
};

/// @return the predicate that an element equals a value, which may be an element of a device
template <class T>
constexpr equal_value<value_given<T>> equals_given(T const& value) {
    return {value};
}

/// Selects the elements that another predicate does not select.
template <class Predicate>
struct complement {
    Predicate predicate;

    /// Kernels call this one, also through objects that are not const.
    template <class T>
    GPUALGO_FUNCTION constexpr bool operator()(T&& x) const
        requires(std::invocable<Predicate const&, T>) {
        if constexpr (std::is_member_pointer_v<Predicate>)
            return !static_cast<bool>(detail::invoke(predicate, static_cast<T&&>(x)));
        else return !static_cast<bool>(predicate(static_cast<T&&>(x)));
    }
    template <class T>
    constexpr bool operator()(T&& x) requires(!std::invocable<Predicate const&, T>) {
        return !static_cast<bool>(detail::invoke(predicate, static_cast<T&&>(x)));
    }
};
template <class Predicate> // clang 16 does not deduce it of aggregates
complement(Predicate)->complement<Predicate>;

/// @name Tests for predicates
/// @tparam T the elements' type
/// @{
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(equals<V> const& p) {
    return detail::is_a_nan(p.value) ? select_nothing<T>()
                                     : detail::select_between<T>(p.value, p.value);
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(differs_from<V> const& p) {
    return detail::test_for<T>(equals<V>{p.value}).complement();
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(less_than<V> const& p) {
    if (detail::is_a_nan(p.value)) return select_nothing<T>();
    return detail::select_interval<T>([](T) { return true; },
                                      [&](T x) { return !detail::precedes(x, p.value); });
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(at_most<V> const& p) {
    if (detail::is_a_nan(p.value)) return select_nothing<T>();
    return detail::select_interval<T>([](T) { return true; },
                                      [&](T x) { return detail::precedes(p.value, x); });
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(greater_than<V> const& p) {
    if (detail::is_a_nan(p.value)) return select_nothing<T>();
    return detail::select_interval<T>([&](T x) { return detail::precedes(p.value, x); },
                                      [](T) { return false; });
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(at_least<V> const& p) {
    if (detail::is_a_nan(p.value)) return select_nothing<T>();
    return detail::select_interval<T>([&](T x) { return !detail::precedes(x, p.value); },
                                      [](T) { return false; });
}
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(between<V> const& p) {
    bool const is_empty = detail::is_a_nan(p.low) || detail::is_a_nan(p.high);
    return is_empty ? select_nothing<T>() : detail::select_between<T>(p.low, p.high);
}
template <listed_number T>
constexpr test_of<T> test_for(predicate::is_nan) {
    return detail::select_interval<T>([](T) { return true; }, [](T) { return false; }).complement();
}
template <listed_integer T>
constexpr test_of<T> test_for(predicate::is_odd) {
    return {0, 1, 1, 0};
}
template <listed_integer T>
constexpr test_of<T> test_for(predicate::is_even) {
    return {0, 1, 0, 0};
}
/// Integers are converted to a common type, in which values may be equal that differ.
template <listed_number T, listed_number V>
constexpr test_of<T> test_for(equal_value<V> const& p) {
    if constexpr (!std::integral<T> || !std::integral<V>) {
        return detail::test_for<T>(equals<V>{p.value});
    } else {
        auto const only = static_cast<T>(p.value); // no other number can be equal
        return p(only) ? detail::select_between<T>(only, only) : select_nothing<T>();
    }
}
template <listed_number T, class Predicate>
constexpr auto test_for(complement<Predicate> const& p)
    -> decltype(detail::test_for<T>(p.predicate)) {
    return detail::test_for<T>(p.predicate).complement();
}
/// @}

/// A predicate that is precompiled for elements of type T.
template <class P, class T>
concept listed_predicate = requires(P const& p) {
    detail::test_for<as_listed<T>>(p);
};

/// The test for a predicate, as it crosses into the library.
template <class T, class P>
constexpr element_test packed_test(P const& p) {
    auto const test = detail::test_for<as_listed<T>>(p);
    return {test.flipped, test.mask, test.low, test.span};
}

} // namespace gpu::inline v0::detail
