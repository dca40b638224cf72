// SPDX-License-Identifier: Apache-2.0
/// @file
/// The context of the simulated device: the interface for kernel bodies.
#pragma once

#include <gpualgo/abi/simulated_thread.hpp>
#include <gpualgo/simulated/array.hpp>
#include <gpualgo/simulated/group.hpp>

#include <cstddef>
#include <source_location>

namespace gpu::inline v0::simulated {

/// One thread's view of its launch.
class context {
public:
    explicit context(detail::simulated_thread& self) : self_(&self) {}

    /// @return all threads of the block
    [[nodiscard]] thread_block block() const { return thread_block(*self_); }
    /// @return the index of this block in the grid
    [[nodiscard]] std::size_t block_rank() const { return self_->block; }
    /// @return the number of blocks in the grid
    [[nodiscard]] std::size_t num_blocks() const { return self_->grid->volume(); }

    /// @return the tile of N threads of the block that contains this thread
    template <unsigned N>
    [[nodiscard]] thread_block_tile<N> tile() const {
        return tiled_partition<N>(block());
    }
    /// @return the lanes of the thread's warp that call this together
    [[nodiscard]] lane_group
    coalesced_threads(std::source_location site = std::source_location::current()) const {
        return simulated::coalesced_threads(*self_, site);
    }

    /// @return the block's dynamic shared memory, uninitialised at the start of the block
    template <class T>
    [[nodiscard]] array<T> shared() const {
        detail::checked_memory memory;
        detail::unless_stopped(self_->functions->shared(*self_, sizeof(T), memory));
        return array<T>({*self_, memory, sizeof(T)});
    }

    /// @return the elements from a pointer to the end of the region that contains it
    template <class T>
    [[nodiscard]] array<T>
    global(T* first, std::source_location site = std::source_location::current()) const {
        detail::checked_memory memory;
        detail::unless_stopped(self_->functions->global(*self_, first, alignof(T), site, memory));
        return array<T>({*self_, memory, sizeof(T)});
    }

    /// Called by all threads of a block after most of their reads. Here launches do not overlap.
    void let_next_start() const {}

    /// Publishes the block's writes to blocks that publish later. Called by all its threads, once
    /// per launch.
    /// @return on all threads: whether the block is the last of the grid to publish, so that it
    /// sees all writes
    [[nodiscard]] bool
    is_last_block(std::source_location site = std::source_location::current()) const {
        bool is_last = false;
        detail::unless_stopped(self_->functions->publish(*self_, site, is_last));
        return is_last;
    }

    /// Called by the thread that has written the result. Does nothing, because the host waits for
    /// the launch.
    void finish() const {}

private:
    detail::simulated_thread* self_;
};

} // namespace gpu::inline v0::simulated
