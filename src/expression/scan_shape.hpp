// SPDX-License-Identifier: Apache-2.0
/// @file
/// The shape of scans by expressions, and the type of their totals.
#pragma once

#include "bits.hpp"

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/tile.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// A total of numbers of so many bytes: a word at least. Kernels with arrays of narrower totals
/// would keep these in memory, as they are not optimised together with the operator. The run-time
/// linker's code for such arrays of bytes gave wrong results.
template <std::size_t Bytes>
struct opaque_total {
    bits_of_size<(Bytes < 4 ? 4 : Bytes)> bits; ///< the number, in its first bytes

    opaque_total() = default;
    GPUALGO_FUNCTION constexpr opaque_total(opaque_number<Bytes> x) : bits(x.bits) {}
};

/// @return a total as an element
/// @tparam Element opaque_number<Bytes>
template <class Element, std::size_t Bytes>
[[nodiscard]] GPUALGO_FUNCTION constexpr Element as_element(opaque_total<Bytes> total) {
    return {static_cast<bits_of_size<Bytes>>(total.bits)};
}

/// Tiles of 16 elements per thread at most, whose totals fit into registers.
/// @tparam Way in which the kernel takes tiles
template <std::size_t Bytes, kernel::scan_way Way>
using number_scan_shape =
    kernel::with_short_code<kernel::basic_scan_shape<opaque_number<Bytes>, opaque_total<Bytes>,
                                                     (Bytes < 4 ? Bytes : 4), Way>>;

} // namespace gpu::inline v0::detail
