// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts the events of the blocks that one multiprocessor runs.
#pragma once

#include "block_trace.hpp"
#include "launch_counts.hpp"
#include "warp_trace.hpp"

#include "simulated/warp.hpp"

#include <gpualgo/abi/code_location.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gpu::inline v0::simulated {

/// Not thread-safe.
class block_counter {
public:
    /// Starts a launch: all counts are zero.
    void begin_launch();
    /// Starts a block.
    /// @param warps of the block
    /// @param traced receives the requests of the block; null if they are not wanted
    void begin_block(std::span<warp const> warps, block_trace* traced = nullptr);

    /// @name Events of the warp that runs
    /// @{
    void access(unsigned thread, event_kind kind, std::uint64_t address, std::size_t bytes,
                code_location const& site) {
        trace_.record(thread % 32, kind, address, static_cast<std::uint32_t>(bytes), site);
    }
    void barrier(unsigned thread, code_location const& site) {
        trace_.record(thread % 32, event_kind::barrier, 0, 0, site);
    }
    void collective(unsigned thread, event_kind kind, code_location const& site) {
        trace_.record(thread % 32, kind, 0, 0, site);
        trace_.advance(thread % 32);
    }
    /// @}

    /// All lanes of a warp have reached a barrier or have exited.
    void end_warp(unsigned warp);
    void end_block();

    /// The counts of all blocks of the launch so far.
    [[nodiscard]] launch_counts result() const;

private:
    struct counted_line {
        source_line where;
        warp_counts counts;
    };
    struct warp_state {
        std::uint32_t present;
        bool has_accessed;
        bool has_diverged;
    };
    /// An access as part of a step of its line.
    struct line_access {
        std::uint64_t step;
        std::uint32_t line;
        std::uint32_t lanes;
    };

    std::uint32_t line_of(warp_event const& event);
    void count_steps(warp_state& warp);
    void count_step(warp_state& warp, std::uint32_t line, std::uint32_t lanes);

    warp_trace trace_;
    block_trace* traced_ = nullptr;
    std::vector<counted_line> lines_;
    std::vector<std::pair<code_location, std::uint32_t>> line_of_site_;
    std::vector<line_access> accesses_; ///< of the warp that has ended; kept for its memory
    std::vector<warp_state> warps_;
    launch_counts totals_; ///< without lines
};

} // namespace gpu::inline v0::simulated
