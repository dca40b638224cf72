// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that find the first match. They are plain loops for `by_instruction_set`, which g++
/// vectorises.
#pragma once

#include "host/extrema/key_search.hpp"

#include <gpualgo/kernel/find/difference_test.hpp>
#include <gpualgo/kernel/select/range_test.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// @return the index of the first of n elements for which `matches(i)`, or n
template <class Bits, class Matches>
[[gnu::always_inline]] inline std::size_t index_of_match(std::size_t n, Matches matches) {
    // As many elements per loop without a branch as the result can wait for, but whole vectors.
    constexpr std::size_t step = 1024 / sizeof(Bits);
    std::size_t begin = 0;
    for (; n - begin >= step; begin += step) {
        Bits found = 0; // as wide as an element, so that both fill a vector
        for (std::size_t i = begin; i < begin + step; ++i)
            found = static_cast<Bits>(found | (matches(i) ? Bits{1} : Bits{0}));
        if (found != 0) break;
    }
    while (begin < n && !matches(begin)) ++begin;
    return begin;
}

/// @return the index of the first of n elements that passes a test, or n
template <class Bits>
[[gnu::always_inline]] inline std::size_t first_selected(std::byte const* x, std::size_t n,
                                                         kernel::range_test<Bits> test) {
    return index_of_match<Bits>(
        n, [=](std::size_t i) __attribute__((always_inline)) { return test(bits_at<Bits>(x, i)); });
}

/// @return the index of the first elements of two arrays that differ, or n
template <class Bits>
[[gnu::always_inline]] inline std::size_t first_difference(std::byte const* x, std::byte const* y,
                                                           std::size_t n,
                                                           kernel::difference_test<Bits> test) {
    return index_of_match<Bits>(
        n, [=](std::size_t i) __attribute__((always_inline)) {
            return test({bits_at<Bits>(x, i), bits_at<Bits>(y, i)});
        });
}

} // namespace gpu::inline v0::detail
