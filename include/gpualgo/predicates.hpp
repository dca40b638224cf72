// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled predicates of count_if, copy_if, remove_copy_if and partition_copy.
#pragma once

#include <gpualgo/detail/element_order.hpp>
#include <gpualgo/detail/value_given.hpp>

#include <concepts>

namespace gpu::inline v0 {

/// @defgroup predicates Predicates
/// Function objects that say whether an element is selected, precompiled for ranges on devices.
///
/// @par Comparisons
/// `equals(x)`, `differs_from(x)`, `less_than(x)`, `at_most(x)`, `greater_than(x)`, `at_least(x)`
/// and `between(x, y)` compare an element with a value. Integers are compared by value, as by
/// `std::cmp_less`: -1 is less than 0u. Other numbers are compared in their common type. NaN
/// differs from every value, and no other comparison with NaN holds. -0 equals +0.
/// @par Others
/// `is_nan`, and `is_odd` and `is_even` of integers.
/// @par Any program
/// They are ordinary `constexpr` function objects, which the standard library's algorithms take,
/// too. They take any type that can be compared with the value.
/// @{

/// Selects elements that equal a value.
/// @tparam T the value's type
template <class T>
struct equals {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit equals(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x equals the value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_equal(x, value);
    }
};

/// Selects elements that do not equal a value.
/// @tparam T the value's type
template <class T>
struct differs_from {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit differs_from(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x does not equal the value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return !detail::is_equal(x, value);
    }
};

/// Selects elements below a value.
/// @tparam T the value's type
template <class T>
struct less_than {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit less_than(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x < value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_less_than(x, value);
    }
};

/// Selects elements up to a value.
/// @tparam T the value's type
template <class T>
struct at_most {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit at_most(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x <= value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_at_most(x, value);
    }
};

/// Selects elements above a value.
/// @tparam T the value's type
template <class T>
struct greater_than {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit greater_than(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x > value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_less_than(value, x);
    }
};

/// Selects elements from a value on.
/// @tparam T the value's type
template <class T>
struct at_least {
    T value; ///< is compared with elements
    /// @param x is compared with elements
    GPUALGO_FUNCTION constexpr explicit at_least(T x) : value(static_cast<T&&>(x)) {}
    /// @param x an element
    /// @return whether x >= value
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_at_most(value, x);
    }
};

/// Selects the elements of a closed interval.
/// @tparam T the type of its ends
template <class T>
struct between {
    T low;  ///< the first value of the interval
    T high; ///< the last value of the interval
    /// @param x the first value of the interval
    /// @param y the last one
    GPUALGO_FUNCTION constexpr between(T x, T y)
        : low(static_cast<T&&>(x)), high(static_cast<T&&>(y)) {}
    /// @param x an element
    /// @return whether low <= x and x <= high
    template <class U>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(U const& x) const {
        return detail::is_at_most(low, x) && detail::is_at_most(x, high);
    }
};

/// @cond internal
template <class T>
equals(T) -> equals<detail::value_given<T>>;
template <class T>
differs_from(T) -> differs_from<detail::value_given<T>>;
template <class T>
less_than(T) -> less_than<detail::value_given<T>>;
template <class T>
at_most(T) -> at_most<detail::value_given<T>>;
template <class T>
greater_than(T) -> greater_than<detail::value_given<T>>;
template <class T>
at_least(T) -> at_least<detail::value_given<T>>;
template <class T>
between(T, T) -> between<detail::value_given<T>>;
template <class T>
between(device_reference<T>, T) -> between<T>;
template <class T>
between(T, device_reference<T>) -> between<T>;
/// @endcond

/// The types of predicates without a value.
namespace predicate {
/// @addtogroup predicates
/// @{

/// The type of gpu::is_nan.
struct is_nan {
    /// @param x an element
    /// @return whether x is a NaN; of an expression, the expression that says so
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION constexpr auto operator()(T const& x) const {
        if constexpr (kernel::encoded_float<T>) return kernel::is_nan(x);
        else return x != x;
    }
};

/// The type of gpu::is_odd.
struct is_odd {
    /// @param x an element
    /// @return whether x is odd
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(std::integral auto x) const {
        return x % 2 != 0;
    }
};

/// The type of gpu::is_even.
struct is_even {
    /// @param x an element
    /// @return whether x is even
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(std::integral auto x) const {
        return x % 2 == 0;
    }
};

/// @}
} // namespace predicate

inline constexpr predicate::is_nan is_nan;   ///< selects NaNs, whatever the compiler's options
inline constexpr predicate::is_odd is_odd;   ///< selects odd integers
inline constexpr predicate::is_even is_even; ///< selects even integers

/// @}

} // namespace gpu::inline v0
