// SPDX-License-Identifier: Apache-2.0
/// @file
/// A thread of a kernel, as the groups, arrays and contexts that it uses see it.
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

/// A thread. Its functions are called on its own fiber, unless they say otherwise.
class thread {
public:
    /// What it waits for.
    enum class state : std::uint8_t { ready, at_barrier, in_collective, exited };

    /// @param rank of the thread, in whatever block the multiprocessor runs
    thread(multiprocessor& processor, unsigned rank, std::span<std::byte> stack);

    [[nodiscard]] unsigned rank() const { return rank_; }
    [[nodiscard]] unsigned lane() const { return rank_ % 32; }
    /// The launch that it is part of.
    [[nodiscard]] simulated::launch const& launch() const;
    /// The block that it is part of.
    [[nodiscard]] std::uint32_t block() const;
    /// The lanes of its warp that there are: the last warp of a block may be partial.
    [[nodiscard]] std::uint32_t present_lanes() const;

    /// The block's barrier.
    void sync_block(std::source_location const& site);
    /// A barrier at which the block publishes what it has written, to blocks that publish later.
    /// @return whether the block is the last of the grid to do so
    bool publish(std::source_location const& site);
    /// A collective of lanes of its warp: returns once all have come.
    void join(collective& part);

    /// The block's shared memory.
    /// @param element_bytes the size of the elements that it is used as
    region& shared(std::size_t element_bytes);
    /// The global memory that holds an element.
    region& global(void const* pointer, std::size_t alignment, std::source_location const& site);
    /// Every access to memory passes through these two.
    void load(region& from, std::size_t offset, void* value, std::size_t bytes,
              std::source_location const& site);
    void store(region& to, std::size_t offset, void const* value, std::size_t bytes,
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
    /// Where it waits, or, where it has exited, was seen last.
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
    [[nodiscard]] moment present(std::source_location const& site);

    multiprocessor& processor_;
    unsigned rank_;
    state state_ = state::exited;
    bool publishes_ = false;
    std::source_location site_;
    fiber fiber_;
};

} // namespace gpu::inline v0::simulated
