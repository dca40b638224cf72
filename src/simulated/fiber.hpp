// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fibers: functions that run on stacks of their own, and stop and go on when they are told to.
#pragma once

#include "switch_notes.hpp"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <exception>
#include <span>
#include <utility>

namespace gpu::inline v0::simulated {

/// Runs one task after another on one stack. Switches are inlined where they are used: a processor
/// predicts wrongly every return from a function that was called on another stack.
///
/// A task is resumed from outside and suspends itself. It must end on the thread of the host that
/// it began on; any other may run the next one. Not thread safe.
class fiber {
public:
    /// What a fiber runs.
    using task = void (*)(void* argument);

    /// @param stack memory that outlives the fiber
    explicit fiber(std::span<std::byte> stack);
    fiber(fiber const&) = delete;
    fiber& operator=(fiber const&) = delete;
    /// The task must have ended.
    ~fiber();

    /// Makes a task ready, which `resume` will run. The last one must have ended.
    void start(task begun, void* argument);

    /// Runs the task until it suspends itself or ends. Throws what the task throws; the task has
    /// ended then.
    void resume() {
        enter();
        if (thrown_) [[unlikely]]
            std::rethrow_exception(std::exchange(thrown_, nullptr));
    }

    /// Called by the task: goes back to who resumed it, and returns when resumed again. Where the
    /// fiber is cancelled it throws, and does so again if the task goes on: the stack unwinds.
    [[gnu::no_sanitize_thread]] void suspend() {
        begun_ = true;
        if (!cancelling_) leave(false);
        if (cancelling_) [[unlikely]]
            throw cancelled{};
    }

    /// Ends the task: one that has begun is unwound, one that has not never runs. What it throws
    /// then is dropped.
    void cancel() noexcept;

    /// Whether the task has ended, or there never was one.
    [[nodiscard]] bool done() const noexcept { return task_ == nullptr; }

    /// Whether the stack never ran over. It is looked at from outside, after the fact: a page that
    /// faults behind each of a thousand stacks a core would use up the mappings of a process.
    [[nodiscard]] bool intact() const noexcept;

private:
    struct entry;
    struct cancelled {};

    void run_task() noexcept;
    [[gnu::no_sanitize_thread]] void enter() noexcept {
        notes_.leave_home();
        context_ = boost::context::detail::jump_fcontext(context_, this).fctx;
        notes_.reach_home();
    }
    [[gnu::no_sanitize_thread]] void leave(bool last) noexcept {
        notes_.leave_fiber(last);
        home_ = boost::context::detail::jump_fcontext(home_, nullptr).fctx;
        notes_.reach_fiber();
    }

    std::byte* bottom_; ///< of the stack: where it ends
    void* context_;     ///< where to go on: the fiber's place while it is suspended
    void* home_ = nullptr;
    task task_ = nullptr;
    void* argument_ = nullptr;
    bool begun_ = false; ///< the task has run up to a suspension
    bool cancelling_ = false;
    bool ending_ = false;
    std::exception_ptr thrown_;
    [[no_unique_address]] switch_notes notes_;
};

} // namespace gpu::inline v0::simulated
