// SPDX-License-Identifier: Apache-2.0
#include "parallel.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <new>

namespace gpu::inline v0::detail {

namespace {

/// The numbers below `count`, a share for each thread, which then takes what others have left of
/// theirs. In repeated calls a thread gets the same share, and finds in its cache what it read the
/// last time.
class shares {
public:
    shares(std::uint64_t count, std::uint64_t threads) : size_(std::min(threads, most)) {
        std::uint64_t const each = count / size_, longer = count % size_;
        for (std::uint64_t s = 0, begin = 0; s < size_; ++s) {
            share_[s].next.store(begin, std::memory_order_relaxed);
            share_[s].end = begin += each + (s < longer);
        }
    }

    /// Calls `f` with numbers until none is left.
    /// @param thread whose share comes first
    template <class F>
    void take(std::uint64_t thread, F f) {
        for (std::uint64_t k = 0; k < size_; ++k) {
            share& from = share_[(thread + k) % size_];
            for (std::uint64_t i = from.next++; i < from.end; i = from.next++) f(i);
        }
    }

private:
    static constexpr std::uint64_t most = 64;
    struct alignas(64) share { // each in a cache line of its own
        std::atomic<std::uint64_t> next;
        std::uint64_t end;
    };
    share share_[most];
    std::uint64_t size_;
};

} // namespace

void parallel_for(std::uint64_t count, void (*task)(void*, std::uint64_t), void* context) noexcept {
    auto const helpers = std::min<std::uint64_t>(
        count, static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency()));
    if (helpers <= 1) {
        for (std::uint64_t i = 0; i < count; ++i) task(context, i);
        return;
    }
    shares numbers(count, helpers);
    auto const take_all = [&] {
        numbers.take(static_cast<std::uint64_t>(tbb::this_task_arena::current_thread_index()),
                     [&](std::uint64_t i) { task(context, i); });
    };
    try {
        // Isolated: while it waits here, the calling thread must not take up work of its caller's,
        // who may hold a lock.
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(std::uint64_t{0}, helpers, [&](std::uint64_t) { take_all(); });
        });
    } catch (std::bad_alloc const&) { // what has been taken has ended; the rest is done below
    }
    take_all();
}

} // namespace gpu::inline v0::detail
