// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order between the blocks of a launch: each draws a ticket when it publishes its writes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace gpu::inline v0::simulated {

/// The tickets of a grid. Everything that a block did before it drew its ticket is visible to
/// blocks with later tickets. Thread-safe.
class ticket_counter {
public:
    /// @param blocks of the grid
    /// @param last the number of the last ticket; 0 if no block is to be the last one
    ticket_counter(std::uint32_t blocks, std::uint32_t last)
        : last_of_grid_(last), drawn_(std::make_unique<std::atomic<std::uint64_t>[]>(blocks)) {}

    /// Whether a block has drawn its ticket.
    [[nodiscard]] bool has_drawn(std::uint32_t block) const {
        return drawn_[block].load(std::memory_order_relaxed) != 0;
    }

    /// Draws a block's ticket.
    /// @param epochs publishes the epochs of the block below this number
    /// @return whether it is the last ticket of the grid
    bool draw(std::uint32_t block, std::uint32_t epochs) {
        std::lock_guard const lock(drawing_); // so that a later ticket sees this one
        drawn_[block].store(std::uint64_t{++last_} << 32 | epochs, std::memory_order_relaxed);
        return last_ == last_of_grid_;
    }

    /// Whether an epoch of a block precedes everything that another block does from now on.
    [[nodiscard]] bool ordered(std::uint32_t block, std::uint32_t epoch,
                               std::uint32_t later) const {
        std::uint64_t const theirs = drawn_[block].load(std::memory_order_relaxed);
        std::uint64_t const ours = drawn_[later].load(std::memory_order_relaxed);
        return theirs != 0 && theirs >> 32 < ours >> 32 && epoch < (theirs & 0xffffffff);
    }

private:
    std::uint32_t last_of_grid_;
    std::uint32_t last_ = 0;
    std::mutex drawing_;
    std::unique_ptr<std::atomic<std::uint64_t>[]> drawn_; ///< ticket, then epochs
};

} // namespace gpu::inline v0::simulated
