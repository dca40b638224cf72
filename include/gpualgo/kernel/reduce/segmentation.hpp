// SPDX-License-Identifier: Apache-2.0
/// @file
/// How the canonical order cuts elements into segments.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// How elements are cut: segments of rows of lanes. Lane l of a segment holds its elements l, l +
/// lanes, l + 2 lanes, ...
struct segmentation {
    static constexpr std::size_t rows = 16; ///< rows in a segment
    /// elements a thread loads at once: 16 bytes of them, at least one
    std::size_t vector;
    /// elements in a row: what a warp of 32 threads loads at once
    std::size_t lanes;

    /// @param value_size bytes of an element
    GPUALGO_FUNCTION constexpr explicit segmentation(std::size_t value_size)
        : vector(bit_floor(16 / value_size | 1)), lanes(32 * vector) {}

    /// @return elements of a full segment, a power of two: 8 KiB if their size is one
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t size() const { return lanes * rows; }
    /// @param n elements
    /// @return how many segments they fill, the last perhaps in part
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t count(std::size_t n) const {
        return (n >> (bit_width(size()) - 1)) + ((n & (size() - 1)) != 0); // GPUs divide slowly
    }
};

} // namespace gpu::inline v0::kernel
