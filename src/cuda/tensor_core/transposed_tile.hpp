// SPDX-License-Identifier: Apache-2.0
/// @file
/// The positions of the sums of a transposed tile. A warpgroup has 64 columns of C. They are the
/// rows of its wgmma, whose columns are rows of C. Stores to shared memory transpose again.
#pragma once

#include "descriptor.hpp"
#include "tile_parts.hpp"

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The position in C of a thread's sum, from the first element of the warpgroup on.
/// @param thread of the warpgroup
/// @param i index of the sum
[[nodiscard]] GPUALGO_FUNCTION constexpr element_place place_of_transposed(unsigned thread, int i) {
    int const warp = static_cast<int>(thread / 32), lane = static_cast<int>(thread % 32);
    return {i / 4 * 8 + lane % 4 * 2 + i % 2, warp * 16 + i / 2 % 2 * 8 + lane / 4};
}

/// The offset in a box that a thread passes to a transposing stmatrix of four 8 by 8 matrices. The
/// box has rows of 64 elements of 16 bits, and the 128-byte swizzle. The matrices are those of the
/// sums 4j to 4j + 7: 16 rows of C, and the warp's 16 columns.
/// @param thread of the warpgroup
/// @param j even
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t offset_of_transposed(unsigned thread,
                                                                            int j) {
    unsigned const warp = thread / 32, lane = thread % 32;
    unsigned const row = static_cast<unsigned>(j) * 8 + lane / 16 * 8 + lane % 8;
    return swizzled(row * 128 + warp * 32 + lane / 8 % 2 * 16);
}

} // namespace gpu::inline v0::sm90
