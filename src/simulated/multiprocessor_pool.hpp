// SPDX-License-Identifier: Apache-2.0
/// @file
/// The multiprocessors of the simulated device: created on demand, and kept with their stacks for
/// later launches.
#pragma once

#include "multiprocessor.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace gpu::inline v0::simulated {

/// Idle multiprocessors. Thread-safe.
class multiprocessor_pool {
public:
    /// Returns a multiprocessor to the pool.
    struct give_back {
        void operator()(multiprocessor* processor) const noexcept;
    };
    using lent = std::unique_ptr<multiprocessor, give_back>;

    /// The pool. Never destroyed: other static objects may launch until the process ends.
    static multiprocessor_pool& instance();

    /// An idle multiprocessor, or a new one.
    [[nodiscard]] lent take();

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<multiprocessor>> idle_; ///< has capacity for all multiprocessors
    std::size_t made_ = 0;
};

} // namespace gpu::inline v0::simulated
