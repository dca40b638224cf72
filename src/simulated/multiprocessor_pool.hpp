// SPDX-License-Identifier: Apache-2.0
/// @file
/// The multiprocessors of the simulated device: made when needed, and kept with their stacks for
/// the next launch.
#pragma once

#include "multiprocessor.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace gpu::inline v0::simulated {

/// Idle multiprocessors. Safe to use from any thread.
class multiprocessor_pool {
public:
    /// Gives a multiprocessor back.
    struct give_back {
        void operator()(multiprocessor* processor) const noexcept;
    };
    using lent = std::unique_ptr<multiprocessor, give_back>;

    /// The pool. It is never destroyed: other static objects may launch until the very end.
    static multiprocessor_pool& instance();

    /// An idle multiprocessor, or a new one.
    [[nodiscard]] lent take();

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<multiprocessor>> idle_; ///< has room for all that were ever lent
    std::size_t made_ = 0;
};

} // namespace gpu::inline v0::simulated
