// SPDX-License-Identifier: Apache-2.0
#include "parallel.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <new>

namespace gpu::inline v0::detail {

void parallel_for(std::uint64_t count, void (*task)(void*, std::uint64_t), void* context) noexcept {
    std::atomic<std::uint64_t> next{0};
    auto const take_all = [&] {
        for (std::uint64_t i = next++; i < count; i = next++) task(context, i);
    };
    auto const helpers = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency()));
    if (helpers > 1) {
        try {
            // Isolated: while it waits here, the calling thread must not take up work of its caller's, who may hold a lock.
            tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::uint64_t{0}, helpers, [&](std::uint64_t) { take_all(); }); });
        } catch (std::bad_alloc const&) { // what has been taken has ended; the rest is done below
        }
    }
    take_all();
}

} // namespace gpu::inline v0::detail
