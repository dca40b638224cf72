// SPDX-License-Identifier: Apache-2.0
/// @file
/// The numbers that the tool reduces.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace tool {

/// The low bytes of the C library's random numbers, from its first seed: `rand() & 0xFF` in a program that has not
/// called `srand`. With glibc the first 2^24 add up to 2139353471, as in the literature on these strategies.
/// @return n of them
template <class T>
[[nodiscard]] std::vector<T> random_bytes(std::size_t n) {
    std::srand(1); // what a program starts with: every call makes the same numbers
    std::vector<T> numbers(n);
    for (T& number : numbers) number = static_cast<T>(std::rand() & 0xFF);
    return numbers;
}

} // namespace tool
