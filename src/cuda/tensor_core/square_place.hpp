// SPDX-License-Identifier: Apache-2.0
/// @file
/// The places of sums in the 32 by 32 elements of C that two warps store at once, see
/// square_store.cuh.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Two adjacent elements of a row of a square, and the indices of their sums among the thread's 16.
/// Sum 4j + 2x + y is of the thread's element x of R, and of element y of its pair j of S. The
/// pairs are 8 elements apart.
struct square_pair {
    std::uint32_t row, column;
    int first, second;
};

/// The pair that a thread stores in a turn. If R's elements of a warp are not adjacent, half of the
/// threads take their pairs in another order. So the threads of a half-warp store to different
/// banks.
/// @param b_is_r whether R's elements are columns of C, otherwise rows
/// @param turn 0 to 7
/// @param r, s the thread's first elements of R and of S in the square
/// @param is_late whether the thread takes the other order
GPUALGO_FUNCTION constexpr square_pair pair_of_square(bool b_is_r, int turn, std::uint32_t r,
                                                      std::uint32_t s, bool is_late) {
    int const group = turn / 2, half = turn % 2;
    if (b_is_r) {
        int const y = is_late ? 1 - half : half;
        return {static_cast<std::uint32_t>(8 * group + y) + s, r, 4 * group + y, 4 * group + 2 + y};
    }
    int const j = is_late ? group ^ 2 : group;
    return {r + static_cast<std::uint32_t>(half), static_cast<std::uint32_t>(8 * j) + s,
            4 * j + 2 * half, 4 * j + 2 * half + 1};
}

} // namespace gpu::inline v0::sm90
