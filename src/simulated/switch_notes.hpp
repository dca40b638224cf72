// SPDX-License-Identifier: Apache-2.0
/// @file
/// Notifies sanitizers of fiber switches. Without a sanitizer it does nothing, at no cost.
///
/// AddressSanitizer must know the bounds of the running stack, ThreadSanitizer the current thread
/// of execution.
#pragma once

#include <cstddef>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace gpu::inline v0::simulated {

/// Notifications for one fiber. "Home" is the stack that resumes it, which may belong to another
/// thread each time.
///
/// A resume calls `leave_home`, later `reach_home`; a suspension calls `leave_fiber`, later
/// `reach_fiber`, from the fiber's side.
class switch_notes {
public:
#if defined(__SANITIZE_ADDRESS__)
    explicit switch_notes(std::span<std::byte> stack) : stack_(stack) {}
    void leave_home() {
        __sanitizer_start_switch_fiber(&home_frames_, stack_.data(), stack_.size());
    }
    void reach_home() { __sanitizer_finish_switch_fiber(home_frames_, nullptr, nullptr); }
    void reach_fiber() { __sanitizer_finish_switch_fiber(frames_, &home_, &home_bytes_); }
    /// @param last whether the fiber will never run again
    void leave_fiber(bool last) {
        __sanitizer_start_switch_fiber(last ? nullptr : &frames_, home_, home_bytes_);
    }

private:
    std::span<std::byte> stack_;
    void* frames_ = nullptr; ///< AddressSanitizer's fake stack
    void* home_frames_ = nullptr;
    void const* home_ = nullptr;
    std::size_t home_bytes_ = 0;
#elif defined(__SANITIZE_THREAD__)
    explicit switch_notes(std::span<std::byte>) : fiber_(__tsan_create_fiber(0)) {}
    switch_notes(switch_notes const&) = delete;
    switch_notes& operator=(switch_notes const&) = delete;
    ~switch_notes() { __tsan_destroy_fiber(fiber_); }
    [[gnu::no_sanitize_thread]] void leave_home() {
        home_ = __tsan_get_current_fiber();
        __tsan_switch_to_fiber(fiber_, 0);
    }
    void reach_home() {}
    void reach_fiber() {}
    [[gnu::no_sanitize_thread]] void leave_fiber(bool) { __tsan_switch_to_fiber(home_, 0); }

private:
    void* fiber_;
    void* home_ = nullptr;
#else
    explicit switch_notes(std::span<std::byte>) {}
    void leave_home() {}
    void reach_home() {}
    void reach_fiber() {}
    void leave_fiber(bool) {}
#endif
};

} // namespace gpu::inline v0::simulated
