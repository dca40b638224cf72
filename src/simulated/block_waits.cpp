// SPDX-License-Identifier: Apache-2.0
#include "block_waits.hpp"

namespace gpu::inline v0::simulated {

void block_waits::enter() {
    std::lock_guard const lock(mutex_);
    ++running_;
}

void block_waits::leave() {
    std::lock_guard const lock(mutex_);
    --running_;
    changed_.notify_all(); // the others may now all wait
}

// If waiting_ == running_, each has found its condition false since the last change, and none can
// make another one. Every change resets the count: all look again.
bool block_waits::wait(std::function<bool()> const& holds) {
    std::unique_lock lock(mutex_);
    for (;;) {
        std::uint64_t const seen = changes_;
        lock.unlock();
        bool const done = holds();
        lock.lock();
        if (done) return true;
        if (changes_ != seen) continue;
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return changes_ != seen || waiting_ >= running_; });
        if (changes_ == seen) return false;
    }
}

void block_waits::notify() {
    std::lock_guard const lock(mutex_);
    ++changes_;
    if (waiting_ == 0) return;
    waiting_ = 0;
    changed_.notify_all();
}

} // namespace gpu::inline v0::simulated
