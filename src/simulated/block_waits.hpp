// SPDX-License-Identifier: Apache-2.0
/// @file
/// Blocks that wait for words of other blocks.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace gpu::inline v0::simulated {

/// Lets the host threads that run the blocks of a launch wait for each other. Knows when all of
/// them wait: then no word will ever change. Thread-safe.
class block_waits {
public:
    /// A host thread begins to run blocks.
    void enter();
    /// A host thread runs no more blocks.
    void leave();

    /// Waits until a condition holds.
    /// @param holds called at first and after every `notify`
    /// @return false if all running host threads wait
    bool wait(std::function<bool()> const& holds);

    /// A word has changed.
    void notify();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t changes_ = 0;
    unsigned running_ = 0;
    unsigned waiting_ = 0; ///< for whom the condition does not hold since the last change
};

} // namespace gpu::inline v0::simulated
