// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fibers: functions that run on their own stacks and can be suspended and resumed.
#pragma once

#include "switch_notes.hpp"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <exception>
#include <span>
#include <utility>

namespace gpu::inline v0::simulated {

/// Runs tasks, one after another, on one stack. Switches are inlined: a processor mispredicts every
/// return from a function that was called on another stack.
///
/// A task is resumed from outside and suspends itself. It must end on the host thread on which it
/// began; any thread may run the next task. Not thread-safe.
class fiber {
public:
    /// The function that a fiber runs.
    using task = void (*)(void* argument);

    /// @param stack memory that outlives the fiber
    explicit fiber(std::span<std::byte> stack);
    fiber(fiber const&) = delete;
    fiber& operator=(fiber const&) = delete;
    /// The task must have ended.
    ~fiber();

    /// Prepares a task, which `resume` will run. The previous task must have ended.
    void start(task begun, void* argument);

    /// Runs the task until it suspends itself or ends. Rethrows an exception that ended the task.
    void resume() {
        enter();
        if (thrown_) [[unlikely]]
            std::rethrow_exception(std::exchange(thrown_, nullptr));
    }

    /// Called by the task: returns control to the caller of `resume`, and returns when resumed
    /// again. If the fiber is cancelled, throws, at every further call too, so that the stack
    /// unwinds.
    [[gnu::no_sanitize_thread]] void suspend() {
        begun_ = true;
        if (!cancelling_) leave(false);
        if (cancelling_) [[unlikely]]
            throw cancelled{};
    }

    /// Ends the task: unwinds it if it has begun, otherwise it never runs. Exceptions are dropped.
    void cancel() noexcept;

    /// Whether there is no task, or it has ended.
    [[nodiscard]] bool done() const noexcept { return task_ == nullptr; }

    /// Whether the stack has not overflowed. Checked afterwards from outside: a guard page for each
    /// of a thousand stacks per core would use up the mappings of a process.
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

    std::byte* bottom_; ///< lowest address of the stack
    void* context_;     ///< the fiber's context while it is suspended
    void* home_ = nullptr;
    task task_ = nullptr;
    void* argument_ = nullptr;
    bool begun_ = false; ///< the task has reached a suspension
    bool cancelling_ = false;
    bool ending_ = false;
    std::exception_ptr thrown_;
    [[no_unique_address]] switch_notes notes_;
};

} // namespace gpu::inline v0::simulated
