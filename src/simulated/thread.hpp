// SPDX-License-Identifier: Apache-2.0
/// @file
/// A simulated thread: the interface for groups, arrays and contexts.
#pragma once

#include "collective.hpp"
#include "fiber.hpp"
#include "finding.hpp"
#include "launch.hpp"
#include "moment.hpp"
#include "region.hpp"

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <span>
#include <string>

namespace gpu::inline v0::simulated {

class multiprocessor;

/// A thread. Its functions are called on its own fiber, unless stated otherwise.
class thread {
public:
    enum class state : std::uint8_t { ready, at_barrier, in_collective, paused, exited };

    /// @param rank of the thread in each block that the multiprocessor runs
    thread(multiprocessor& processor, unsigned rank, std::span<std::byte> stack);

    [[nodiscard]] unsigned rank() const { return rank_; }
    [[nodiscard]] unsigned lane() const { return rank_ % 32; }
    [[nodiscard]] simulated::launch const& launch() const;
    [[nodiscard]] std::uint32_t block() const;
    /// The existing lanes of its warp: the last warp of a block may be partial.
    [[nodiscard]] std::uint32_t present_lanes() const;

    /// The block's barrier.
    void sync_block(std::source_location const& site);
    /// A barrier at which the block publishes its writes to blocks that publish later.
    /// @return whether the block is the last of the grid to publish
    bool publish(std::source_location const& site);
    /// Lets other warps and blocks run, in a loop that waits for another block.
    void pause(std::source_location const& site);
    /// Joins a collective of its warp; returns once all lanes have arrived.
    void join(collective& part);

    /// The block's shared memory.
    /// @param element_bytes the element size of the current use
    region& shared(std::size_t element_bytes);
    /// The region of global memory that contains an element.
    region& global(void const* pointer, std::size_t alignment, std::source_location const& site);
    /// Every access to memory goes through these two functions.
    void load(region& from, std::size_t offset, void* value, std::size_t bytes,
              std::source_location const& site);
    void store(region& to, std::size_t offset, void const* value, std::size_t bytes,
               std::source_location const& site);

    /// Atomic accesses, which order nothing else. Only in launches whose blocks are interleaved.
    void load_atomically(void const* from, void* value, std::size_t bytes,
                         std::source_location const& site);
    void store_atomically(void* to, void const* value, std::size_t bytes,
                          std::source_location const& site);

    /// Throws a finding of this thread.
    [[noreturn]] void fail(defect kind, std::string const& text,
                           std::source_location const& site) const;

    /// @name For the multiprocessor, on its own stack
    /// @{
    void start();
    void resume() {
        fiber_.resume();
        if (fiber_.done()) state_ = state::exited;
    }
    void cancel();
    void release() { state_ = state::ready; }
    [[nodiscard]] state waits() const { return state_; }
    /// The location where it waits or, if it has exited, was last seen.
    [[nodiscard]] witness seen() const { return {site_, block(), rank_}; }
    [[nodiscard]] bool publishes() const { return publishes_; }
    [[nodiscard]] bool intact() const { return fiber_.intact(); }
    /// @}

private:
    void wait(state until, std::source_location const& site) {
        state_ = until;
        site_ = site;
        fiber_.suspend();
    }
    void check_atomic(void const* at, std::size_t bytes, std::source_location const& site);
    [[nodiscard]] moment present(std::source_location const& site);

    multiprocessor& processor_;
    unsigned rank_;
    state state_ = state::exited;
    bool publishes_ = false;
    std::source_location site_;
    fiber fiber_;
};

} // namespace gpu::inline v0::simulated
