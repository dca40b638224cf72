// SPDX-License-Identifier: Apache-2.0
/// @file
/// The listed types as what is searched: as bits in an order.
#pragma once

#include <gpualgo/detail/extrema_request.hpp>
#include <gpualgo/detail/lists.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/key_order.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The unsigned integer of T's size.
template <class T>
using key_bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// What orders a listed type. Types of one size share it, but for integers and floating-point numbers.
template <class T>
using order_of = kernel::key_order<key_bits<T>, !std::integral<T>>;

/// @param is_reversed whether the largest is first
template <class T>
constexpr order_of<T> order_for(bool is_reversed) {
    if constexpr (std::integral<T>) return {std::signed_integral<T>, is_reversed, {}};
    else return {true, is_reversed, kernel::bit_cast<key_bits<T>>(std::numeric_limits<T>::infinity())};
}

/// Whether what a request looks for first is the largest.
inline bool is_reversed(extrema_request const& request) {
    return (request.wanted == static_cast<std::uint32_t>(extremum::largest)) != (request.is_descending != 0);
}

/// Whether a request is for both ends.
inline bool is_for_both(extrema_request const& request) { return request.wanted == static_cast<std::uint32_t>(extremum::both); }

} // namespace gpu::inline v0::detail
