// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that find the best key of an array and its position. They are plain loops for
/// `by_instruction_set`, which g++ vectorises.
#pragma once

#include <gpualgo/kernel/extrema/key_order.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// @return the bits of element i; the memory may be of any type
template <class Bits>
[[gnu::always_inline]] inline Bits bits_at(std::byte const* x, std::size_t i) {
    Bits bits;
    __builtin_memcpy(&bits, x + i * sizeof(Bits), sizeof bits);
    return bits;
}

/// @return the best key of n elements
template <class Bits, class Order>
[[gnu::always_inline]] inline auto best_key(std::byte const* x, std::size_t n, Order order) {
    auto best = Order::worst;
    for (std::size_t i = 0; i < n; ++i) {
        auto const key = order.key(bits_at<Bits>(x, i));
        best = key < best ? key : best;
    }
    return best;
}

/// @return whether any of n elements has this key
template <class Bits, class Key, class Order>
[[gnu::always_inline]] inline bool has_key(std::byte const* x, std::size_t n, Key key,
                                           Order order) {
    Bits found = 0;
    for (std::size_t i = 0; i < n; ++i)
        found |= order.key(bits_at<Bits>(x, i)) == key ? Bits{1} : Bits{0};
    return found != 0;
}

/// @return the index of the first (or last) of n elements with this key; one must have it
template <bool Last, class Bits, class Key, class Order>
[[gnu::always_inline]] inline std::size_t index_of_key(std::byte const* x, std::size_t n, Key key,
                                                       Order order) {
    constexpr std::size_t step = 64; // elements per comparison loop
    std::size_t begin = 0;
    while (n > step &&
           !has_key<Bits>(x + (Last ? n - step : begin) * sizeof(Bits), step, key, order)) {
        n -= step;
        if constexpr (!Last) begin += step;
    }
    for (std::size_t i = 0;; ++i) {
        std::size_t const place = Last ? n - 1 - i : begin + i;
        if (order.key(bits_at<Bits>(x, place)) == key) return place;
    }
}

} // namespace gpu::inline v0::detail
