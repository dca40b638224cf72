// SPDX-License-Identifier: Apache-2.0
/// @file
/// The first exception of several threads that work together.
#pragma once

#include <exception>

namespace gpu::inline v0::detail {

/// Keeps the first exception until all threads have ended.
class first_failure {
public:
    /// Calls f(), and keeps its exception if it is the first one.
    template <class F>
    void try_to(F f) noexcept {
        try {
            f();
        } catch (...) {
            if (!__atomic_exchange_n(&has_failed_, true, __ATOMIC_RELAXED))
                failure_ = std::current_exception();
        }
    }

    /// @return whether a thread has failed so far
    [[nodiscard]] bool has_failed() const {
        return __atomic_load_n(&has_failed_, __ATOMIC_RELAXED);
    }

    /// Throws the exception again, if there is one. Call after all threads have ended.
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    std::exception_ptr failure_;
    bool has_failed_ = false; ///< accessed atomically; <atomic> would cost clients compile time
};

} // namespace gpu::inline v0::detail
