// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that test and copy elements. Those that test are plain loops for `by_instruction_set`,
/// which g++ vectorises.
#pragma once

#include "host/extrema/key_search.hpp"

#include <gpualgo/kernel/select/range_test.hpp>
#include <gpualgo/kernel/select/unlike_previous.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// @return how many of n elements are selected
template <class Bits>
[[gnu::always_inline]] inline std::size_t count_elements(std::byte const* x, std::size_t n,
                                                         kernel::range_test<Bits> test) {
    constexpr std::size_t most = std::min<std::uint64_t>(std::numeric_limits<Bits>::max(), 4096);
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; i += most) {
        std::size_t const end = std::min(i + most, n);
        Bits part = 0; // as wide as an element, so that both fill a vector
        for (std::size_t k = i; k < end; ++k)
            part = static_cast<Bits>(part + (test(bits_at<Bits>(x, k)) ? 1 : 0));
        count += part;
    }
    return count;
}

/// Writes a flag per element: 1 if it is selected, otherwise 0.
template <class Bits>
[[gnu::always_inline]] inline void flag_elements(std::byte const* x, std::size_t n,
                                                 kernel::range_test<Bits> test,
                                                 std::uint8_t* flags) {
    for (std::size_t i = 0; i < n; ++i) flags[i] = test(bits_at<Bits>(x, i)) ? 1 : 0;
}

/// Writes a flag per element: 1 if it differs from the one before it, otherwise 0.
/// @param x n elements, and one before them
template <class Bits>
[[gnu::always_inline]] inline void flag_changes(std::byte const* x, std::size_t n,
                                                kernel::unlike_previous<Bits> test,
                                                std::uint8_t* flags) {
    auto const* const previous = x - sizeof(Bits);
    for (std::size_t i = 0; i < n; ++i)
        flags[i] = test(bits_at<Bits>(x, i), bits_at<Bits>(previous, i)) ? 1 : 0;
}

} // namespace gpu::inline v0::detail
