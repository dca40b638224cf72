// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launch of a search by keys that are an expression, the same on the simulated device and on
/// GPUs.
#pragma once

#include "bits.hpp"
#include "extrema/order.hpp"
#include "program.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/kernel/extrema/launches.hpp>
#include <gpualgo/kernel/extrema/number_order.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Bytes of a key in the kernel: 4 or 8.
inline std::size_t key_bytes_of(extrema_request const& r) {
    return size_of(r.keys->type_of_key) <= 4 ? 4 : 8;
}

/// The order of a type's numbers.
/// @tparam Bits of the type's size, or wider
template <class Bits>
kernel::number_order<Bits> order_of_numbers(number_type type, bool is_reversed) {
    using enum number_type;
    using order = kernel::number_order<Bits>;
    std::size_t const size = size_of(type);
    auto const sign = static_cast<Bits>(Bits{1} << (8 * size - 1));
    bool const is_signed = type == int8 || type == int16 || type == int32 || type == int64;
    auto const reversed = is_reversed ? static_cast<Bits>(-1) : Bits{};
    auto const of_floats = [&](int exponent_bits) -> order {
        auto const infinity = sign - (sign >> exponent_bits);
        return {sign, static_cast<typename order::key_type>(infinity), reversed};
    };
    switch (type) {
    case float16: return of_floats(5);
    case float32:
    case bfloat16: return of_floats(8);
    case float64: return of_floats(11);
    default:
        // narrow numbers are not negative as keys: those with a sign begin at 0 if it is flipped
        bool const is_flipped = is_signed == (size < sizeof(Bits));
        return {0, order::worst, static_cast<Bits>((is_flipped ? sign : Bits{}) ^ reversed)};
    }
}

/// Calls search(order) with the order of a request's keys.
/// @param with_keys makes the order that the launch gets of that of the keys
template <class WithKeys, class Search>
void with_order(extrema_request const& r, WithKeys with_keys, Search search) {
    auto const of_size = [&]<class Key>(Key) {
        search(with_keys(order_of_numbers<Key>(r.keys->type_of_key, is_reversed(r))));
    };
    if (key_bytes_of(r) == 4) of_size(std::uint32_t());
    else of_size(std::uint64_t());
}

/// Searches n > 0 elements, and writes their positions.
template <class Queue, class Input, class Order>
void search_input(Queue& queue, extrema_request const& r, Input in, Order order) {
    if (is_for_both(r)) {
        auto const found = find_extrema<true>(queue, in, r.n, order);
        r.positions[0] = found.first.index;
        r.positions[1] = found.last.index;
    } else {
        r.positions[0] = find_extrema<false>(queue, in, r.n, order).first.index;
    }
}

/// Searches n > 0 numbers.
/// @param with_keys see with_order
template <class Queue, class WithKeys>
void search_by_keys(Queue& queue, extrema_request const& r, WithKeys with_keys) {
    with_order(r, with_keys, [&](auto order) {
        with_bits(size_of(r.keys->type), [&]<class Value>(Value) {
            search_input(queue, r, static_cast<Value const*>(r.first), order);
        });
    });
}

/// Searches n > 0 elements that the kernel makes.
/// @param in their positions, for the kernel
template <class Queue, class Input, class WithKeys>
void search_made_elements(Queue& queue, extrema_request const& r, Input in, WithKeys with_keys) {
    with_order(r, with_keys, [&](auto order) { search_input(queue, r, in, order); });
}

} // namespace gpu::inline v0::detail
