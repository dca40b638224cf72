// SPDX-License-Identifier: Apache-2.0
/// @file
/// Work on chunks of a range by several threads. A part of the work on a chunk needs results of all
/// chunks before it. For example, a selection needs the number of elements that these write.
#pragma once

#include <cstddef>
#include <sched.h>

namespace gpu::inline v0::detail {

/// Gives out chunks in their order, and lets them take turns in that order. A thread waits only for
/// chunks that other threads already have: the first one of these does not wait.
class ordered_chunks {
public:
    /// @return the next chunk that no thread has
    std::size_t take() { return __atomic_fetch_add(&next_, 1, __ATOMIC_RELAXED); }

    /// Calls f() after the chunks before have had their turns.
    /// @param f must not throw
    template <class F>
    void in_turn(std::size_t chunk, F f) {
        for (unsigned looks = 0; __atomic_load_n(&turn_, __ATOMIC_ACQUIRE) != chunk; ++looks)
            if (looks > 1000) (void)sched_yield();
        f();
        __atomic_store_n(&turn_, chunk + 1, __ATOMIC_RELEASE);
    }

    /// Adds a chunk's number to the sum, in its turn.
    /// @return the sum of the numbers of the chunks before
    std::size_t add(std::size_t chunk, std::size_t number) {
        std::size_t before = 0;
        in_turn(chunk, [&] {
            before = sum_;
            sum_ += number;
        });
        return before;
    }

    /// @return the sum of all numbers; call after all chunks are done
    [[nodiscard]] std::size_t sum() const { return sum_; }

private:
    // accessed by the compiler's functions: <atomic> would cost every client compile time
    std::size_t next_ = 0;
    std::size_t turn_ = 0; ///< the chunk whose turn it is
    std::size_t sum_ = 0;
};

} // namespace gpu::inline v0::detail
