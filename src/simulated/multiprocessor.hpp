// SPDX-License-Identifier: Apache-2.0
/// @file
/// A multiprocessor: runs blocks one after another, with a fiber per thread.
#pragma once

#include "counting/block_counter.hpp"
#include "launch.hpp"
#include "region.hpp"
#include "stacks.hpp"
#include "thread.hpp"
#include "warp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gpu::inline v0::simulated {

/// Runs blocks on the calling thread. Keeps its allocations for the next block. Not thread-safe.
class multiprocessor {
public:
    multiprocessor();
    multiprocessor(multiprocessor const&) = delete;
    multiprocessor& operator=(multiprocessor const&) = delete;
    ~multiprocessor();

    /// Prepares for a launch. Must be called before the first block of that launch.
    void begin(simulated::launch_state& launch);

    /// The end of a step of a block.
    enum class step { barrier, pause, ended };

    /// Runs a block. Throws its first finding, or the exception of the kernel; further blocks can
    /// run afterwards.
    void run(std::uint32_t block);

    /// @name A block in steps
    /// Thus several blocks can run interleaved, each on a multiprocessor of its own.
    /// @{
    void start(std::uint32_t block);
    /// Runs all threads to the next barrier, or to a pause of some. Throws as `run`.
    step advance();
    /// Ends a block that has started.
    void cancel();
    /// @}

    /// Throws if a thread of the launch has ever overflowed its stack. Slow: touches a page of
    /// each.
    void check_stacks() const;

    /// The counts of the launch's blocks that have run here.
    [[nodiscard]] launch_counts counts() const { return counter_.result(); }

    /// @name For the threads
    /// @{
    [[nodiscard]] simulated::launch_state const& launch() const { return *launch_; }
    void note_progress() { ++launch_->progress; }
    [[nodiscard]] std::uint32_t block() const { return block_; }
    [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
    [[nodiscard]] bool is_last_block() const { return is_last_; }
    [[nodiscard]] warp& warp_of(unsigned thread) { return warps_[thread / 32]; }
    [[nodiscard]] region& shared() { return shared_; }
    /// Null if nothing is counted.
    [[nodiscard]] block_counter* counter() { return counts_events_ ? &counter_ : nullptr; }
    /// Records a read of uninitialised memory. If a thread still writes it before the next barrier,
    /// that is a race, which is the more useful finding. So the block continues to that barrier,
    /// unless there are so many reads that it may not reach the barrier.
    void note_unwritten(finding&& found) {
        constexpr std::uint32_t most = 1 << 14;
        if (!unwritten_) {
            unwritten_ = std::move(found);
            unwritten_reads_ = 0;
        }
        if (++unwritten_reads_ == most) throw *unwritten_;
    }
    /// @}

private:
    void draw_order();
    step run_threads();
    bool release_paused();
    void run_warp(unsigned warp);
    bool pass_barrier();
    void publish(thread const& any);
    [[noreturn]] void report_stuck(warp const& stuck, unsigned first_thread) const;
    [[noreturn]] void report_waiting(thread const& waits, char const* in,
                                     thread const& missing) const;

    stacks stacks_;
    std::vector<std::unique_ptr<thread>> threads_; ///< as many as in the largest block so far
    std::vector<warp> warps_;
    std::vector<std::byte> shared_memory_;
    region shared_;

    simulated::launch_state* launch_ = nullptr;
    unsigned num_threads_ = 0;
    std::uint32_t block_ = 0;
    std::uint32_t epoch_ = 0; ///< number of barriers that the block has passed
    bool is_last_ = false;
    std::optional<finding> unwritten_;  ///< the first one of the epoch
    std::uint32_t unwritten_reads_ = 0; ///< since then
    std::vector<thread*> lane_order_;   ///< grouped by warp
    std::vector<unsigned> warp_order_;
    bool counts_events_ = false;
    block_counter counter_;
};

} // namespace gpu::inline v0::simulated
