// SPDX-License-Identifier: Apache-2.0
#include "thread_supply.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <signal.h>
#include <unistd.h>

namespace gpu::inline v0::detail {
namespace {

/// Starts threads that all exist at the same time and do nothing.
/// @return the ids of the threads that the system granted; all have ended
std::vector<pid_t> start_and_end(std::uint64_t count) {
    std::vector<pid_t> ids(count);
    std::uint64_t started = 0;
    {
        std::mutex end;
        std::vector<std::jthread> threads;
        threads.reserve(count);
        std::lock_guard const not_yet(end); // unlocked before the threads are joined
        try {
            for (; started < count; ++started)
                threads.emplace_back([&end, &id = ids[started]] {
                    id = gettid();
                    std::lock_guard const wait(end);
                });
        } catch (std::system_error const&) {
            // The system grants no more threads.
        }
    }
    ids.resize(started);
    return ids;
}

/// Waits until the system no longer counts a joined thread, which takes a moment.
void await_release(pid_t id) {
    constexpr int long_enough = 1000; // bounded, because another thread may reuse the id
    for (int i = 0; i < long_enough && tgkill(getpid(), id, 0) == 0; ++i) std::this_thread::yield();
}

/// @return the number of threads, at most `count`, that the system grants in addition to the caller
std::uint64_t grantable_threads(std::uint64_t count) {
    auto const ids = start_and_end(count);
    std::for_each(ids.begin(), ids.end(), await_release);
    return ids.size();
}

} // namespace

std::uint64_t thread_supply(std::uint64_t wanted) {
    constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
    static std::atomic<std::uint64_t> limit{unlimited};
    static std::atomic<std::uint64_t> tried{1};
    static std::mutex mutex;
    if (wanted > tried.load(std::memory_order_acquire) && limit == unlimited) {
        std::lock_guard const lock(mutex);
        if (wanted > tried && limit == unlimited) {
            std::uint64_t const threads = 1 + grantable_threads(wanted - 1);
            if (threads < wanted) { // without the limit, the program's own loops would terminate it
                new tbb::global_control(tbb::global_control::max_allowed_parallelism, threads);
                limit = threads;
            }
            tried.store(wanted, std::memory_order_release);
        }
    }
    return std::min(wanted, limit.load(std::memory_order_relaxed));
}

} // namespace gpu::inline v0::detail
