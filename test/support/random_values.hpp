// SPDX-License-Identifier: Apache-2.0
/// @file
/// Random inputs that are the same in every run.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace test {

/// Integers over the whole range of the type, so that sums wrap around; floating-point numbers in
/// [-1, 1). One in sixteen is zero.
template <class T>
std::vector<T> random_values(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 bits(seed);
    std::vector<T> values(n);
    for (T& value : values) {
        if constexpr (std::integral<T>) value = static_cast<T>(bits());
        else
            value = static_cast<T>(
                std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits())), -63));
        if (bits() % 16 == 0) value = T{};
    }
    return values;
}

} // namespace test
