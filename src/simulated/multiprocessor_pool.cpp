// SPDX-License-Identifier: Apache-2.0
#include "multiprocessor_pool.hpp"

#include <utility>

namespace gpu::inline v0::simulated {

multiprocessor_pool& multiprocessor_pool::instance() {
    static auto& pool = *new multiprocessor_pool;
    return pool;
}

multiprocessor_pool::lent multiprocessor_pool::take() {
    std::lock_guard const lock(mutex_);
    if (idle_.empty()) {
        idle_.reserve(made_ + 1); // so that giving back cannot fail
        idle_.push_back(std::make_unique<multiprocessor>());
        ++made_;
    }
    lent processor(idle_.back().release());
    idle_.pop_back();
    return processor;
}

void multiprocessor_pool::give_back::operator()(multiprocessor* processor) const noexcept {
    auto& pool = instance();
    std::lock_guard const lock(pool.mutex_);
    pool.idle_.emplace_back(processor);
}

} // namespace gpu::inline v0::simulated
