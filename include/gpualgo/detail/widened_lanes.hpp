// SPDX-License-Identifier: Apache-2.0
/// @file
/// Four numbers of 16 bits converted to float in one vector register, without branches. g++ does
/// not find this form in the conversion of one number.
#pragma once

#include <gpualgo/detail/lane_operator.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0 {
class half;
class bfloat16;
} // namespace gpu::inline v0

namespace gpu::inline v0::detail {

/// Whether `widened_lanes` converts numbers of type Value.
template <class Value>
inline constexpr bool has_widened_lanes =
    std::is_same_v<Value, half> || std::is_same_v<Value, bfloat16>;

using widened_floats [[gnu::vector_size(16)]] = float;
using widened_bits [[gnu::vector_size(16)]] = std::int32_t;
using narrow_bits [[gnu::vector_size(8)]] = std::uint16_t;

/// @return the numbers whose encodings in float are `bits`
[[gnu::always_inline]] inline widened_floats floats_of(widened_bits bits) {
    widened_floats floats;
    __builtin_memcpy(&floats, &bits, sizeof floats);
    return floats;
}

/// @param magnitude encodings of halves without their signs, moved to the bits of a float
/// @return the encodings of these numbers in float
[[gnu::always_inline]] inline widened_bits widened_magnitude(widened_bits magnitude) {
    constexpr std::int32_t unit = 1 << 23;           // one step of a float's exponent
    constexpr std::int32_t bias = (127 - 15) * unit; // a float's bias less a half's
    constexpr float smallest_normal = 0x1p-14F;      // of halves
    widened_floats const shifted = floats_of(magnitude + (bias + unit)) - smallest_normal;
    widened_bits subnormal;
    __builtin_memcpy(&subnormal, &shifted, sizeof subnormal);
    widened_bits const is_infinite_or_nan = magnitude >= 31 * unit;
    widened_bits const normal = magnitude + bias + (is_infinite_or_nan & bias);
    widened_bits const is_subnormal = magnitude < unit;
    return (is_subnormal & subnormal) | (~is_subnormal & normal);
}

/// @param x four numbers of type half or bfloat16
/// @return the same numbers in float
template <class Value>
[[gnu::always_inline]] inline widened_floats widened_lanes(Value const* x) {
    narrow_bits narrow;
    __builtin_memcpy(&narrow, x, sizeof narrow);
    widened_bits const bits = __builtin_convertvector(narrow, widened_bits);
    if constexpr (std::is_same_v<Value, bfloat16>) return floats_of(bits << 16);
    else return floats_of(widened_magnitude((bits & 0x7fff) << 13) | ((bits & 0x8000) << 16));
}

} // namespace gpu::inline v0::detail
