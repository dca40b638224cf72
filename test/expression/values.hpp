// SPDX-License-Identifier: Apache-2.0
/// @file
/// Values to compare expressions with: random ones, and those at the ends of each type.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace test {

/// Whether two results are equal bit by bit, or both a NaN, whose payloads processors choose.
template <class T>
bool same_result(T a, T b) {
    if constexpr (!std::integral<T>)
        if (a != a && b != b) return true;
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Numbers of type T: special ones, then random ones of all magnitudes.
template <class T>
std::vector<T> values_of(std::size_t n, unsigned seed) {
    using limits = std::numeric_limits<T>;
    std::vector<T> values{T(0), T(1), limits::max(), limits::lowest()};
    if constexpr (!std::integral<T>)
        for (T const x : {T(-0.f), limits::quiet_NaN(), limits::infinity(), T(-limits::infinity()),
                          limits::denorm_min(), limits::min(), T(0.5), T(-1.5)})
            values.push_back(x);
    else if constexpr (std::signed_integral<T>) values.push_back(T(-1));
    std::mt19937_64 random(seed);
    std::size_t const special = values.size();
    while (values.size() < n) {
        auto const bits = random();
        if (bits % 8 == 0) values.push_back(values[random() % special]);
        else if constexpr (std::same_as<T, double>)
            values.push_back(std::bit_cast<double>(random()));
        else if constexpr (std::same_as<T, float>)
            values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
        else if constexpr (!std::integral<T>)
            values.push_back(T::from_bits(static_cast<std::uint16_t>(random())));
        else values.push_back(static_cast<T>(random() >> (bits % 64)));
    }
    return values;
}

} // namespace test
