// SPDX-License-Identifier: Apache-2.0
/// @file
/// The numbers that the tool reduces if no file is given.
#pragma once

#include "by_number.hpp"
#include "host_memory.hpp"
#include "numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace tool {

/// The low bytes of the C library's random numbers, from its first seed: `rand() & 0xFF` in a
/// program that has not called `srand`. With glibc the first 2^24 add up to 2139353471, as in the
/// literature on these strategies.
/// @return n of them; large ones are negative as int8, and complex numbers have two
template <class T>
[[nodiscard]] std::vector<T> random_bytes(std::size_t n) {
    std::srand(1); // the initial seed of programs: every call makes the same numbers
    std::vector<T> bytes(n);
    using part = gpu::kernel::part_of<T>;
    auto const next = [] { return static_cast<part>(std::rand() & 0xFF); };
    for (T& byte : bytes) {
        if constexpr (gpu::kernel::is_complex<T>) byte = T{next(), next()};
        else byte = next();
    }
    return bytes;
}

/// @param type of the numbers
/// @param n how many
/// @return random bytes, see above
[[nodiscard]] inline numbers random_numbers(std::uint32_t type, std::size_t n) {
    return with_type(type, [&]<class T>(std::type_identity<T>) {
        require_memory(n, sizeof(T));
        auto const owner = std::make_shared<std::vector<T> const>(random_bytes<T>(n));
        return numbers{type, {owner, owner->data()}, n};
    });
}

} // namespace tool
