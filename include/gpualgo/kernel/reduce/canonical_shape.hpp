// SPDX-License-Identifier: Apache-2.0
/// @file
/// The grid and block of the canonical reduction. No bit of the result depends on them.
#pragma once

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

/// Binary logarithm of the most warps of a block that folds a group of segments.
inline constexpr unsigned most_warps_log = 3;

/// @return the warps of a block that folds a group of 2^group_log segments
inline unsigned warps_of_group(unsigned group_log) {
    return 1u << (group_log < most_warps_log ? group_log : most_warps_log);
}

/// Blocks of the most warps that a multiprocessor runs at once, if each thread has 128 registers.
inline constexpr std::size_t fewest_canonical_blocks = 2;

/// The shape for more segments than warps that run at once. Large groups leave few partials to
/// fold, but if the last wave has few blocks, many multiprocessors are idle.
/// @param resident blocks of the most warps that a multiprocessor runs at once
inline canonical_shape shape_of_waves(std::size_t segments, std::size_t multiprocessors,
                                      std::size_t resident) {
    std::size_t const slots = resident * multiprocessors;
    constexpr double balanced = 0.85;
    auto const of = [segments](unsigned group_log, unsigned warps) -> canonical_shape {
        return {((segments - 1) >> group_log) + 1, 32 * warps, group_log};
    };
    constexpr unsigned most_warps = 1u << most_warps_log;
    if (balance(segments, 5, slots) >= balanced) return of(5, most_warps);
    std::size_t const blocks = of(4, most_warps).grid;
    // if there are a little more than two waves, smaller blocks all run at once
    if (blocks > 2 * slots && 2 * blocks <= 5 * slots) return of(4, 3);
    // after more than one wave, blocks no longer start and end together
    if (balance(segments, 4, slots) >= balanced || 4 * blocks >= 5 * slots)
        return of(4, most_warps);
    // also if a little more than one, but not for kernels of few registers: these have more warps
    if (blocks > slots && resident == fewest_canonical_blocks) return of(4, most_warps / 2);
    bool const is_4 = balance(segments, 4, slots) >= balance(segments, 3, slots);
    return of(is_4 ? 4 : 3, most_warps);
}

/// The rules come from measurements on an H200, see reduce_cuda_h200.json and
/// reduce_peers_cuda_h200.json in bench/results.
/// @param segments at least one
/// @param multiprocessors the device's
/// @param resident blocks of the most warps that a multiprocessor runs at once
/// @return the shape of the launch
inline canonical_shape canonical_shape_of(std::size_t segments, std::size_t multiprocessors,
                                          std::size_t resident = fewest_canonical_blocks) {
    // A single block waits for no other, and may be twice as large.
    if (segments <= 16) return {1, 32 * static_cast<unsigned>(segments), 4};
    if (segments > (resident * multiprocessors) << most_warps_log)
        return shape_of_waves(segments, multiprocessors, resident);
    unsigned group_log = 0;
    // The last block waits for all: half as many blocks as multiprocessors are best.
    while (group_log < most_warps_log && (segments >> group_log) * 2 > multiprocessors) ++group_log;
    return {((segments - 1) >> group_log) + 1, 32 * warps_of_group(group_log), group_log};
}

} // namespace gpu::inline v0::detail
