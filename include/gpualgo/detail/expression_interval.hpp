// SPDX-License-Identifier: Apache-2.0
/// @file
/// Listed predicates as expressions: kernels that make elements test them by these.
#pragma once

#include <gpualgo/detail/expression_predicate.hpp>
#include <gpualgo/detail/predicate_test.hpp>
#include <gpualgo/expression.hpp>

#include <concepts>

namespace gpu::inline v0::detail {

/// The interval of integers that a test selects, as an expression. See kernel::range_test.
template <std::integral T>
constexpr auto expression_of_test(test_of<as_listed<T>> const& test) {
    using bits = key_bits<as_listed<T>>;
    using expressions::scalar;
    auto const key = gpu::cast<bits>(gpu::cast<bits>(operand_1) & scalar<bits>(test.mask));
    return gpu::cast<bits>(key - scalar<bits>(test.low)) <= scalar<bits>(test.span);
}

/// The same of floating-point numbers. An interval that wraps around contains the NaNs: all numbers
/// are selected but those between its ends.
template <std::floating_point T>
constexpr auto expression_of_test(test_of<T> const& test) {
    using numbers = ordered_numbers<T>;
    using bits = typename numbers::bits;
    auto const ends_of = [](test_of<T> const& inside) {
        auto const first = static_cast<bits>(inside.low - numbers::first_key());
        bool const is_one = inside.mask == static_cast<bits>(-1) &&
                            first <= numbers::last_index() &&
                            inside.span <= static_cast<bits>(numbers::last_index() - first);
        struct {
            bool is_one; ///< whether these are all
            T low, high;
        } ends{is_one, T{1}, T{}}; // otherwise nothing
        if (is_one) {
            ends.low = numbers::at(first);
            ends.high = numbers::at(static_cast<bits>(first + inside.span));
        }
        return ends;
    };
    bool const is_nothing = test.mask == 0 && static_cast<bits>(0 - test.low) > test.span;
    auto ends = ends_of(test);
    bool const is_complement = !ends.is_one && !is_nothing;
    if (is_complement) ends = ends_of(test.complement());
    using expressions::scalar;
    return (operand_1 >= scalar<T>(ends.low) && operand_1 <= scalar<T>(ends.high)) !=
           scalar<bool>(is_complement);
}

/// A predicate that kernels apply to elements of type T that they make.
template <class Predicate, class T>
concept predicate_of_made =
    stored_number<T> && !std::same_as<T, bool> &&
    (kernel_callable<Predicate> || (number<T> && listed_predicate<Predicate, T>));

/// @return the expression that is equal to a predicate of elements of type T
template <class T, class Predicate>
constexpr auto predicate_as_expression(Predicate const& predicate) {
    if constexpr (kernel_callable<Predicate>) return expression_for(predicate);
    else return detail::expression_of_test<T>(detail::test_for<as_listed<T>>(predicate));
}

} // namespace gpu::inline v0::detail
