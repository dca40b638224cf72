// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reference result of a reduction, computed by a plain sequential loop.
#pragma once

#include <gpualgo/functional.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

namespace test {

/// Whether a result is correct: equal for integers, minimum and maximum; otherwise within the error
/// bound of any order of additions.
template <class Op, class T, class Value>
bool is_total(T result, std::vector<Value> const& x, T init) {
    if constexpr (!std::same_as<Op, std::plus<>>) {
        T expected = init;
        for (Value const v : x) expected = Op()(expected, static_cast<T>(v));
        return result == expected;
    } else if constexpr (std::integral<T>) {
        using wrapping = std::make_unsigned_t<T>;
        auto expected = static_cast<wrapping>(init);
        for (Value const v : x)
            expected = static_cast<wrapping>(expected + static_cast<wrapping>(static_cast<T>(v)));
        return static_cast<wrapping>(result) == expected;
    } else {
        long double expected = init;
        long double magnitude = std::abs(init);
        for (Value const v : x) {
            expected += static_cast<long double>(v);
            magnitude += std::abs(static_cast<long double>(v));
        }
        auto const bound =
            static_cast<long double>(x.size() + 1) * std::numeric_limits<T>::epsilon() * magnitude;
        return std::abs(static_cast<long double>(result) - expected) <= bound;
    }
}

} // namespace test
