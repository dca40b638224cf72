// SPDX-License-Identifier: Apache-2.0
/// @file
/// How the canonical order cuts elements into segments.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// How elements are cut: segments of rows of lanes. A lane is a column of the segment, and each
/// thread of a warp has `vector` of these. Lane l holds elements l, l + lanes, l + 2 lanes, ...
struct segmentation {
    static constexpr std::size_t rows = 16; ///< rows in a segment
    /// elements that a thread loads at once: 16 bytes of them, at least one
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

/// Segments that a block folds.
struct segment_group {
    std::size_t first; ///< more than 32 bits: positions take no memory
    unsigned count;
};

/// The segments of a group of 2^log. Groups are aligned in a range of which the input is a part.
/// @param segments of the input
/// @param group index of the group
/// @param skipped segments of the first group that lie before the input
[[nodiscard]] GPUALGO_FUNCTION constexpr segment_group
group_of_segments(std::size_t segments, std::size_t group, unsigned log, unsigned skipped) {
    std::size_t const first = (group << log) - (group == 0 ? 0 : skipped);
    unsigned const whole = (1u << log) - (group == 0 ? skipped : 0);
    std::size_t const rest = segments - first;
    return {first, rest < whole ? static_cast<unsigned>(rest) : whole};
}

} // namespace gpu::inline v0::kernel
