// SPDX-License-Identifier: Apache-2.0
/// @file
/// The context of the simulated device: all that kernel bodies may use.
#pragma once

#include "array.hpp"
#include "group.hpp"
#include "thread.hpp"

#include <cstddef>
#include <source_location>

namespace gpu::inline v0::simulated {

/// One thread's view of its launch.
class context {
public:
    explicit context(thread& self) : self_(&self) {}

    /// @return all threads of the block
    [[nodiscard]] thread_block block() const { return thread_block(*self_); }
    /// @return which block of the grid this is
    [[nodiscard]] std::size_t block_rank() const { return self_->block(); }
    /// @return how many blocks the grid has
    [[nodiscard]] std::size_t num_blocks() const { return self_->launch().shape.grid.volume(); }

    /// @return the thread's tile of N threads of the block
    template <unsigned N>
    [[nodiscard]] thread_block_tile<N> tile() const {
        return tiled_partition<N>(block());
    }
    /// @return those of the thread's warp that call this together
    [[nodiscard]] lane_group
    coalesced_threads(std::source_location site = std::source_location::current()) const {
        return simulated::coalesced_threads(*self_, site);
    }

    /// @return the block's dynamic shared memory, unwritten when the block begins
    template <class T>
    [[nodiscard]] array<T> shared() const {
        auto& memory = self_->shared(sizeof(T));
        return array<T>({*self_, memory, 0, sizeof(T), memory.bytes() / sizeof(T)});
    }

    /// @return the elements from a pointer to the end of the memory that it points into
    template <class T>
    [[nodiscard]] array<T>
    global(T* first, std::source_location site = std::source_location::current()) const {
        auto& memory = self_->global(first, alignof(T), site);
        auto const offset =
            static_cast<std::size_t>(reinterpret_cast<std::byte const*>(first) - memory.begin());
        return array<T>({*self_, memory, offset, sizeof(T), (memory.bytes() - offset) / sizeof(T)});
    }

    /// Publishes what the block has written, to blocks that publish later. Called by all its
    /// threads, once in a launch.
    /// @return on all threads of the block whether it is the last of the grid to do so: it sees
    /// what all have written
    [[nodiscard]] bool
    is_last_block(std::source_location site = std::source_location::current()) const {
        return self_->publish(site);
    }

    /// Called by the thread that has written the result. Here the host waits for the launch.
    void finish() const {}

private:
    thread* self_;
};

} // namespace gpu::inline v0::simulated
