// SPDX-License-Identifier: Apache-2.0
/// @file
/// Work on chunks of a range by several threads. Each chunk has a number, and needs the sum of the
/// numbers of all chunks before it: the place of its elements in an output.
#pragma once

#include <cstddef>
#include <sched.h>

namespace gpu::inline v0::detail {

/// Gives out chunks in their order, and adds their numbers in that order. A thread waits only for
/// chunks that other threads already have: the last one of these does not wait.
class ordered_chunks {
public:
    /// @return the next chunk that no thread has
    std::size_t take() { return __atomic_fetch_add(&next_, 1, __ATOMIC_RELAXED); }

    /// Adds a chunk's number to the sum. Waits until the chunks before have done so.
    /// @return the sum of the numbers of the chunks before
    std::size_t add(std::size_t chunk, std::size_t number) {
        for (unsigned looks = 0; __atomic_load_n(&turn_, __ATOMIC_ACQUIRE) != chunk; ++looks)
            if (looks > 1000) (void)sched_yield();
        std::size_t const before = sum_;
        sum_ += number;
        __atomic_store_n(&turn_, chunk + 1, __ATOMIC_RELEASE);
        return before;
    }

    /// @return the sum of all numbers; call after all chunks are done
    [[nodiscard]] std::size_t sum() const { return sum_; }

private:
    // accessed by the compiler's functions: <atomic> would cost every client compile time
    std::size_t next_ = 0;
    std::size_t turn_ = 0; ///< the chunk that adds next
    std::size_t sum_ = 0;
};

} // namespace gpu::inline v0::detail
