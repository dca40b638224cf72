// SPDX-License-Identifier: Apache-2.0
/// @file
/// The best key of some numbers, and where it is: plain loops that g++ turns into vector
/// instructions, each compiled for every instruction set by attributes of single functions, as
/// subtree.hpp explains.
#pragma once

#include "instruction_set.hpp"

#include <gpualgo/kernel/key_order.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// @return number i: its bits, of whatever type the memory is
template <class Bits>
[[gnu::always_inline]] inline Bits bits_at(std::byte const* x, std::size_t i) {
    Bits bits;
    __builtin_memcpy(&bits, x + i * sizeof(Bits), sizeof bits);
    return bits;
}

/// @return the best key of n numbers
template <class Bits, class Order>
[[gnu::always_inline]] inline auto best_key(std::byte const* x, std::size_t n, Order order) {
    auto best = Order::worst;
    for (std::size_t i = 0; i < n; ++i) {
        auto const key = order.key(bits_at<Bits>(x, i));
        best = key < best ? key : best;
    }
    return best;
}

/// @return whether any of n numbers has this key
template <class Bits, class Key, class Order>
[[gnu::always_inline]] inline bool has_key(std::byte const* x, std::size_t n, Key key,
                                           Order order) {
    Bits found = 0;
    for (std::size_t i = 0; i < n; ++i)
        found |= order.key(bits_at<Bits>(x, i)) == key ? Bits{1} : Bits{0};
    return found != 0;
}

/// @return the first, or the last, of n numbers that has this key, which one of them has
template <bool Last, class Bits, class Key, class Order>
[[gnu::always_inline]] inline std::size_t place_of_key(std::byte const* x, std::size_t n, Key key,
                                                       Order order) {
    constexpr std::size_t step = 64; // numbers that are looked at together
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

/// The loops for one kind of numbers, by instruction set.
template <class Bits, bool Floating>
struct key_search {
    using order = kernel::key_order<Bits, Floating>; ///< the order
    using key_type = typename order::key_type;       ///< a key

    /// see `best_key`
    key_type (*best)(std::byte const* x, std::size_t n, order by);
    /// see `place_of_key`
    std::size_t (*first)(std::byte const* x, std::size_t n, key_type key, order by);
    /// see `place_of_key`
    std::size_t (*last)(std::byte const* x, std::size_t n, key_type key, order by);

    /// @return those for these instructions
    [[nodiscard]] static key_search by(instruction_set set) {
#ifdef __x86_64__
        if (set == instruction_set::avx512)
            return {&best_avx512, &place_avx512<false>, &place_avx512<true>};
        if (set == instruction_set::avx2)
            return {&best_avx2, &place_avx2<false>, &place_avx2<true>};
#endif
        return {&best_baseline, &place_baseline<false>, &place_baseline<true>};
    }

private:
    static key_type best_baseline(std::byte const* x, std::size_t n, order by) {
        return best_key<Bits>(x, n, by);
    }
    template <bool Last>
    static std::size_t place_baseline(std::byte const* x, std::size_t n, key_type key, order by) {
        return place_of_key<Last, Bits>(x, n, key, by);
    }
#ifdef __x86_64__
    [[gnu::target("avx2")]] static key_type best_avx2(std::byte const* x, std::size_t n, order by) {
        return best_key<Bits>(x, n, by);
    }
    template <bool Last>
    [[gnu::target("avx2")]] static std::size_t place_avx2(std::byte const* x, std::size_t n,
                                                          key_type key, order by) {
        return place_of_key<Last, Bits>(x, n, key, by);
    }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static key_type
    best_avx512(std::byte const* x, std::size_t n, order by) {
        return best_key<Bits>(x, n, by);
    }
    template <bool Last>
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static std::size_t
    place_avx512(std::byte const* x, std::size_t n, key_type key, order by) {
        return place_of_key<Last, Bits>(x, n, key, by);
    }
#endif
};

} // namespace gpu::inline v0::detail
