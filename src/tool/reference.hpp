// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a reduction has to give: folded one by one, and how far rounding may lead from it.
#pragma once

#include <gpualgo/functional.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

namespace tool {

/// The value that an operator starts from: adding it changes nothing.
template <class T, class Op>
[[nodiscard]] constexpr T neutral() {
    using limits = std::numeric_limits<T>;
    if constexpr (std::same_as<Op, gpu::minimum<>>) return limits::has_infinity ? limits::infinity() : limits::max();
    else if constexpr (std::same_as<Op, gpu::maximum<>>) return limits::has_infinity ? -limits::infinity() : limits::lowest();
    else return T{0};
}

/// The right result for some numbers, all of them integers of 0 to 255.
template <class T, class Op>
class reference {
    static constexpr bool rounds = std::floating_point<T> && std::same_as<Op, gpu::plus<>>;
    /// The integers below 2^64 are exact in it, so that this sum is.
    using exact = std::conditional_t<rounds, long double, T>;

public:
    /// @param numbers what is reduced
    explicit reference(std::span<T const> numbers) : value_(static_cast<exact>(neutral<T, Op>())) {
        gpu::detail::listed_operator<Op, exact> const op; // integers wrap
        for (T const number : numbers) value_ = op(value_, static_cast<exact>(number));
    }

    /// @param result a reduction of these numbers
    /// @param chain the most operations that a number passes through on its way into the result
    /// @return whether it is right: exactly, or for rounded sums of numbers >= 0 within chain * epsilon of their sum
    [[nodiscard]] bool agrees(T result, std::size_t chain) const {
        if constexpr (rounds)
            return std::abs(static_cast<exact>(result) - value_) <= static_cast<exact>(chain) * static_cast<exact>(std::numeric_limits<T>::epsilon()) * value_;
        else return result == value_;
    }

private:
    exact value_;
};

} // namespace tool
