// SPDX-License-Identifier: Apache-2.0
/// @file
/// The grid and block of the canonical reduction. No bit of the result depends on them.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// The largest block of the canonical reduction.
inline constexpr unsigned largest_canonical_block = 512;

/// The shape of a launch.
struct canonical_shape {
    std::size_t grid;   ///< blocks
    unsigned threads;   ///< threads per block
    unsigned group_log; ///< binary logarithm of the segments per block
};

/// The average share of a GPU's warps that have work during a launch, if all segments take the same
/// time.
/// @param slots blocks that run at once
inline double balance(std::size_t segments, unsigned group_log, std::size_t slots) {
    std::size_t const blocks = ((segments - 1) >> group_log) + 1;
    std::size_t const waves = (blocks - 1) / slots + 1;
    return static_cast<double>(segments) / static_cast<double>((waves * slots) << group_log);
}

/// @param smallest, largest the permitted values
/// @return the largest group with a balance above 0.9, as large groups leave few totals to fold;
/// otherwise the largest group with the best balance
inline unsigned group_log_of(std::size_t segments, std::size_t slots, unsigned smallest,
                             unsigned largest) {
    unsigned best = smallest;
    for (unsigned g = smallest + 1; g <= largest; ++g)
        if (balance(segments, g, slots) >= std::min(0.9, balance(segments, best, slots))) best = g;
    return best;
}

/// Binary logarithm of the most warps of a block that folds a group of segments.
inline constexpr unsigned most_warps_log = 3;

/// @return the warps of a block that folds a group of 2^group_log segments
inline unsigned warps_of_group(unsigned group_log) {
    return 1u << std::min(group_log, most_warps_log);
}

/// The rules come from measurements on an H200, see bench/results/reduce_cuda_h200.json.
/// @param segments at least one
/// @param multiprocessors the device's
/// @return the shape of the launch
inline canonical_shape canonical_shape_of(std::size_t segments, std::size_t multiprocessors) {
    constexpr std::size_t resident = 2; // such blocks per multiprocessor

    // A single block waits for no other, and may be twice as large.
    if (segments <= 16) return {1, 32 * static_cast<unsigned>(segments), 4};
    bool const at_once = segments <= (resident * multiprocessors) << most_warps_log;
    unsigned group_log = 0;
    // The last block waits for all: half as many blocks as multiprocessors are best.
    if (at_once)
        while (group_log < most_warps_log && (segments >> group_log) * 2 > multiprocessors)
            ++group_log;
    else group_log = group_log_of(segments, resident * multiprocessors, most_warps_log, 5);
    return {((segments - 1) >> group_log) + 1, 32 * warps_of_group(group_log), group_log};
}

} // namespace gpu::inline v0::detail
