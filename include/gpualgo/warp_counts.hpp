// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_counts: what the warps of a launch do to memory and to each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0 {

/// Accesses to global memory. A request is one access of a warp: all its lanes that execute it in
/// the same step.
struct global_counts {
    std::uint64_t requests = 0;   ///< of warps
    std::uint64_t sectors = 0;    ///< of 32 bytes; each sector of a request counts once
    std::uint64_t bytes_used = 0; ///< bytes that lanes access; each byte of a request counts once

    /// @return sectors per request; 0 if there is no request
    [[nodiscard]] constexpr double sectors_per_request() const {
        return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
    }
    /// @return bytes of all sectors
    [[nodiscard]] constexpr std::uint64_t bytes_moved() const { return 32 * sectors; }
    /// @return bytes used over bytes moved; 1 if nothing is moved
    [[nodiscard]] constexpr double efficiency() const {
        return sectors == 0 ? 1
                            : static_cast<double>(bytes_used) / static_cast<double>(bytes_moved());
    }
    /// Adds other counts.
    /// @return this object
    /// @param other is added
    constexpr global_counts& operator+=(global_counts const& other) {
        requests += other.requests;
        sectors += other.sectors;
        bytes_used += other.bytes_used;
        return *this;
    }
    /// @return whether all members are equal
    friend constexpr bool operator==(global_counts const&, global_counts const&) = default;
};

/// Accesses to shared memory, which has 32 banks of 4 bytes. A wavefront serves one word per bank;
/// lanes that access the same word share it. Accesses of 8 bytes take at least 2 wavefronts, one
/// for each half of the warp, and accesses of 16 bytes 4.
struct shared_counts {
    std::uint64_t requests = 0;         ///< of warps
    std::uint64_t wavefronts = 0;       ///< as many as the busiest bank has words, summed up
    std::uint64_t least_wavefronts = 0; ///< the number without conflicts

    /// @return wavefronts that conflicts add
    [[nodiscard]] constexpr std::uint64_t conflicts() const {
        return wavefronts - least_wavefronts;
    }
    /// @return wavefronts over those without conflicts: 1 is free of conflicts, 32 is the worst; 0
    /// if there is no request
    [[nodiscard]] constexpr double conflict_degree() const {
        return least_wavefronts == 0
                   ? 0
                   : static_cast<double>(wavefronts) / static_cast<double>(least_wavefronts);
    }
    /// Adds other counts.
    /// @return this object
    /// @param other is added
    constexpr shared_counts& operator+=(shared_counts const& other) {
        requests += other.requests;
        wavefronts += other.wavefronts;
        least_wavefronts += other.least_wavefronts;
        return *this;
    }
    /// @return whether all members are equal
    friend constexpr bool operator==(shared_counts const&, shared_counts const&) = default;
};

/// Counts of a launch, or of one of its source lines.
///
/// A warp-step is one execution by a warp of a source line that accesses memory. It diverges if
/// some of the warp's threads do not take part. The last warp of a block may have fewer than 32
/// threads. Collectives are counted for each warp that executes them.
struct warp_counts {
    std::uint64_t steps = 0;                      ///< warp-steps
    std::uint64_t divergent_steps = 0;            ///< warp-steps that diverge
    std::array<std::uint64_t, 32> active_lanes{}; ///< warp-steps with 1, 2 ... 32 active lanes
    global_counts global_loads;                   ///< reads of global memory
    global_counts global_stores;                  ///< writes to global memory
    shared_counts shared_loads;                   ///< reads of shared memory
    shared_counts shared_stores;                  ///< writes to shared memory
    std::uint64_t barriers = 0;                   ///< barriers of the block
    std::uint64_t tile_syncs = 0;                 ///< barriers of tiles
    std::uint64_t shuffles = 0;                   ///< shuffles
    std::uint64_t votes = 0;                      ///< votes, matches and `coalesced_threads`
    std::uint64_t atomics = 0;                    ///< atomic accesses, counted for each thread

    /// @return the share of warp-steps that do not diverge; 1 if there is none
    [[nodiscard]] constexpr double branch_efficiency() const {
        return steps == 0 ? 1
                          : 1 - static_cast<double>(divergent_steps) / static_cast<double>(steps);
    }
    /// @return how often a thread executes a line that accesses memory
    [[nodiscard]] constexpr std::uint64_t thread_steps() const {
        std::uint64_t sum = 0;
        for (std::uint64_t lanes = 1; lanes <= 32; ++lanes) sum += lanes * active_lanes[lanes - 1];
        return sum;
    }
    /// Adds other counts.
    /// @return this object
    /// @param other is added
    constexpr warp_counts& operator+=(warp_counts const& other) {
        steps += other.steps;
        divergent_steps += other.divergent_steps;
        for (std::size_t i = 0; i < active_lanes.size(); ++i)
            active_lanes[i] += other.active_lanes[i];
        global_loads += other.global_loads;
        global_stores += other.global_stores;
        shared_loads += other.shared_loads;
        shared_stores += other.shared_stores;
        barriers += other.barriers;
        tile_syncs += other.tile_syncs;
        shuffles += other.shuffles;
        votes += other.votes;
        atomics += other.atomics;
        return *this;
    }
    /// @return whether all members are equal
    friend constexpr bool operator==(warp_counts const&, warp_counts const&) = default;
};

} // namespace gpu::inline v0
