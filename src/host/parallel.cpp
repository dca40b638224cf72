// SPDX-License-Identifier: Apache-2.0
#include "parallel.hpp"

#include "thread_supply.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>

namespace gpu::inline v0::detail {

namespace {

/// The indices below `count`, as one range per thread. A thread that has finished its own range
/// steals from the others. In repeated calls a thread gets the same range, whose data may still be
/// in its cache.
class shares {
public:
    shares(std::uint64_t count, std::uint64_t threads) : size_(std::min(threads, most)) {
        std::uint64_t const each = count / size_, longer = count % size_;
        for (std::uint64_t s = 0, begin = 0; s < size_; ++s) {
            share_[s].next.store(begin, std::memory_order_relaxed);
            share_[s].end = begin += each + (s < longer);
        }
    }

    /// Calls `f` with indices until none is left.
    /// @param slot of the calling thread in its arena, which selects its range; negative if it has
    /// none
    template <class F>
    void take(int slot, F f) {
        std::uint64_t const first = slot < 0 ? 0 : static_cast<std::uint64_t>(slot) % size_;
        for (std::uint64_t k = 0; k < size_; ++k) {
            share& from = share_[(first + k) % size_];
            for (std::uint64_t i = from.next++; i < from.end; i = from.next++) f(i);
        }
    }

private:
    static constexpr std::uint64_t most = 64;
    struct alignas(64) share { // one cache line each
        std::atomic<std::uint64_t> next;
        std::uint64_t end;
    };
    share share_[most];
    std::uint64_t size_;
};

} // namespace

std::uint64_t concurrency() noexcept {
    try {
        return thread_supply(static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency()));
    } catch (std::exception const&) { // no memory for oneTBB's data of the calling thread
        return 1;
    }
}

void parallel_for(std::uint64_t count, void (*task)(void*, std::uint64_t), void* context) noexcept {
    auto const threads = count < 2 ? 1 : std::min(count, concurrency());
    if (threads == 1) {
        for (std::uint64_t i = 0; i < count; ++i) task(context, i);
        return;
    }
    shares numbers(count, threads);
    auto const take_all = [&] {
        numbers.take(tbb::this_task_arena::current_thread_index(),
                     [&](std::uint64_t i) { task(context, i); });
    };
    try {
        // Isolated: while it waits, the calling thread must not run tasks of its caller, which may
        // hold a lock. A task may wait for a loop of its own, and other tasks of this call for that
        // task. So its thread must not run those meanwhile.
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(std::uint64_t{0}, threads,
                              [&](std::uint64_t) { tbb::this_task_arena::isolate(take_all); });
        });
    } catch (std::exception const&) { // no memory or no threads; started tasks have finished
    }
    take_all(); // indices that no thread has taken
}

} // namespace gpu::inline v0::detail
