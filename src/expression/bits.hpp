// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers of which kernels know the size, not the type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The unsigned integer of so many bytes.
template <std::size_t Bytes>
using bits_of_size = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t,
                       std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

/// A number of an unknown type. Kernels may fold integers in any order, but not these.
template <std::size_t Bytes>
struct opaque_number {
    bits_of_size<Bytes> bits;
};

/// Calls `f` with a zero of the unsigned type of so many bytes.
/// @param bytes 1, 2, 4 or 8
template <class F>
decltype(auto) with_bits(std::size_t bytes, F f) {
    switch (bytes) {
    case 1: return f(bits_of_size<1>());
    case 2: return f(bits_of_size<2>());
    case 4: return f(bits_of_size<4>());
    default: return f(bits_of_size<8>());
    }
}

} // namespace gpu::inline v0::detail
