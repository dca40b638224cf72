// SPDX-License-Identifier: Apache-2.0
/// @file
/// Parallel loops on all cores of the host.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// @return the number of threads for a loop: at most those of the calling thread's arena, and those
/// that the system lets the process start
[[nodiscard]] std::uint64_t concurrency() noexcept;

/// Calls `task(context, i)` once for every 0 <= i < count on all cores of the calling thread's
/// arena, and returns after all calls have. Idle cores steal work from others. If there is no
/// memory or no other thread, the calling thread does all the work.
/// @param task must not throw. While it waits for a loop of its own, its thread runs no other task
/// of this call
void parallel_for(std::uint64_t count, void (*task)(void* context, std::uint64_t i),
                  void* context) noexcept;

/// Calls `f(i)` for 0 <= i < count, on all cores.
template <class F>
void parallel_for(std::uint64_t count, F const& f) noexcept {
    auto const task = [](void* context, std::uint64_t i) { (*static_cast<F const*>(context))(i); };
    parallel_for(count, task, const_cast<F*>(&f));
}

} // namespace gpu::inline v0::detail
