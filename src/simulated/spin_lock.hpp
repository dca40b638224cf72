// SPDX-License-Identifier: Apache-2.0
/// @file
/// A lock for the few instructions of one checked access.
#pragma once

#include <atomic>
#include <thread>

namespace gpu::inline v0::simulated {

/// For std::lock_guard. Held for some nanoseconds, so that a long wait means that the holder was
/// preempted.
class spin_lock {
public:
    void lock() {
        while (held_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    void unlock() { held_.clear(std::memory_order_release); }

private:
    std::atomic_flag held_;
};

} // namespace gpu::inline v0::simulated
