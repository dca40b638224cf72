// SPDX-License-Identifier: Apache-2.0
/// @file
/// Values that reveal differences between reductions: rounding, cancellation, signed zeros,
/// subnormals, NaNs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace test {

/// Kinds of values. Integers only have `ordinary` ones.
enum class values { ordinary, cancelling, tiny, zeros, negative_zeros, infinities, nans };

/// Returns all kinds of a type.
template <class T>
std::vector<values> kinds_of_values() {
    if constexpr (!std::integral<T>)
        return {values::ordinary,       values::cancelling, values::tiny, values::zeros,
                values::negative_zeros, values::infinities, values::nans};
    else return {values::ordinary};
}

/// Returns a NaN with a payload, of either sign, quiet or signalling.
template <std::floating_point T>
T any_nan(std::uint64_t random) {
    using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    T infinity = std::numeric_limits<T>::infinity(), nan;
    bits b;
    std::memcpy(&b, &infinity, sizeof b);
    constexpr bits fraction = (bits{1} << (std::numeric_limits<T>::digits - 1)) - 1;
    b |= (static_cast<bits>(random) & (fraction | bits{1} << (sizeof(T) * 8 - 1))) | 1;
    std::memcpy(&nan, &b, sizeof nan);
    return nan;
}

/// Returns one value of a kind.
template <class T>
T value(values kind, std::mt19937_64& random) {
    if constexpr (std::integral<T>) {
        return static_cast<T>(random());            // all bits: sums wrap around
    } else if constexpr (!std::floating_point<T>) { // 16 bits
        if (kind == values::tiny) return T::from_bits(random() & 0x807f);
        if (kind == values::nans && random() % 499 == 0)
            return T::from_bits(0x7f81 | (random() & 0x807f));
        float const x = value<float>(kind, random);
        return T(kind == values::cancelling ? x / 4096 : x); // finite in half
    } else {
        T const x = static_cast<T>(std::uniform_real_distribution<double>(-1, 1)(random));
        T const sign = random() % 2 == 0 ? T(1) : T(-1);
        switch (kind) {
        case values::ordinary: return x * static_cast<T>(1 << random() % 20);
        case values::cancelling: return random() % 3 == 0 ? x : sign * T(1e8);
        // half of them are subnormal
        case values::tiny: return x * std::numeric_limits<T>::min() * T(2);
        case values::zeros: return sign * T(0);
        case values::negative_zeros: return T(-0.0); // reveals padding with +0
        case values::infinities:
            return random() % 997 == 0 ? sign * std::numeric_limits<T>::infinity() : x;
        default: return random() % 499 == 0 ? any_nan<T>(random()) : x;
        }
    }
}

/// Returns n values of a kind, the same in every run.
template <class T>
std::vector<T> some_values(values kind, std::size_t n) {
    std::mt19937_64 random(20 + static_cast<unsigned>(kind));
    std::vector<T> all(n);
    for (T& x : all) x = value<T>(kind, random);
    return all;
}

} // namespace test
