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

#include <gpualgo/abi/code_location.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>

namespace gpu::inline v0::simulated {

class multiprocessor;

/// A thread. Its functions are called on its own fiber, unless stated otherwise.
class thread : public detail::simulated_thread {
public:
    enum class state : std::uint8_t { ready, at_barrier, in_collective, paused, exited };

    /// @param rank of the thread in each block that the multiprocessor runs
    thread(multiprocessor& processor, unsigned rank, std::span<std::byte> stack);

    [[nodiscard]] simulated::launch_state const& launch() const;
    /// The existing lanes of its warp: the last warp of a block may be partial.
    [[nodiscard]] std::uint32_t present_lanes() const;

    /// The block's barrier.
    void sync_block(code_location const& site);
    /// A barrier at which the block publishes its writes to blocks that publish later.
    /// @return whether the block is the last of the grid to publish
    bool publish(code_location const& site);
    /// Lets other warps and blocks run, in a loop that waits for another block.
    void pause(code_location const& site);
    /// Joins a collective of its warp; returns once all lanes have arrived.
    void join(collective& part);

    /// The block's shared memory.
    /// @param element_bytes the element size of the current use
    region& shared(std::size_t element_bytes);
    /// The region of global memory that contains an element.
    region& global(void const* pointer, std::size_t alignment, code_location const& site);
    /// Every access to memory goes through these functions.
    void load(region& from, std::size_t offset, void* value, std::size_t bytes,
              code_location const& site);
    void store(region& to, std::size_t offset, void const* value, std::size_t bytes,
               code_location const& site);
    /// An atomic access to an element: no other thread sees it half done, but it orders no other
    /// memory. Wakes blocks that wait.
    void access_atomically(region& at, std::size_t offset, std::size_t bytes,
                           detail::atomic_access const& access, code_location const& site);
    /// Reads an element atomically, again and again until it is ready.
    void await(region& at, std::size_t offset, std::size_t bytes, detail::atomic_access const& read,
               code_location const& site);

    /// Atomic accesses, which order nothing else. Only in launches whose blocks are interleaved,
    /// and in dry runs.
    void load_word(void const* from, void* value, std::size_t bytes, code_location const& site);
    void store_word(void* to, void const* value, std::size_t bytes, code_location const& site);

    /// Throws a finding of this thread.
    [[noreturn]] void fail(defect kind, std::string const& text, code_location const& site) const;

    /// Calls a function of this thread, on behalf of a kernel's header: exceptions do not pass
    /// through the program. They are thrown when the kernel has returned.
    /// @return whether the kernel may go on
    template <class F>
    bool guard(F f) noexcept {
        if (stopped_by_) [[unlikely]]
            return false;
        try {
            f();
            return true;
        } catch (...) { // no switch happens here
            stopped_by_ = std::current_exception();
            return false;
        }
    }

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
    [[nodiscard]] witness seen() const { return {site_, block, rank}; }
    [[nodiscard]] bool publishes() const { return publishes_; }
    [[nodiscard]] bool intact() const { return fiber_.intact(); }
    /// @}

private:
    void wait(state until, code_location const& site) {
        state_ = until;
        site_ = site;
        repeated_ = 0;
        fiber_.suspend();
    }
    region& word_region(void const* at, std::size_t bytes, code_location const& site);
    void count_word(event_kind kind, region const& memory, void const* at, std::size_t bytes,
                    code_location const& site);
    void run_kernel();
    void repeat(std::uint64_t address, code_location const& site);
    [[nodiscard]] moment present(code_location const& site, bool is_atomic = false);
    void note_unwritten(region const& from, std::size_t offset);

    multiprocessor& processor_;
    state state_ = state::exited;
    bool publishes_ = false;
    code_location site_;
    std::uint64_t last_read_ = 0; ///< the address
    std::uint32_t repeated_ = 0;  ///< accesses in a row that have told it nothing new
    code_location drew_at_;       ///< the site at which it has last read a counter
    std::exception_ptr stopped_by_;
    fiber fiber_;
};

} // namespace gpu::inline v0::simulated
