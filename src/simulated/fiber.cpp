// SPDX-License-Identifier: Apache-2.0
#include "fiber.hpp"

#include <cstdint>
#include <cstring>

namespace gpu::inline v0::simulated {
namespace {

/// The value at the end of a stack, as long as it has not overflowed.
constexpr std::uint64_t canary = 0x5ca1ab1edeadc0de;

} // namespace

// ThreadSanitizer tracks instrumented code, so a function that contains a switch must not be
// instrumented.
struct fiber::entry {
    [[gnu::no_sanitize_thread]] static void run(boost::context::detail::transfer_t from) {
        auto& self = *static_cast<fiber*>(from.data);
        self.home_ = from.fctx;
        self.notes_.reach_fiber();
        while (!self.ending_) {
            self.run_task();
            self.leave(false);
        }
        self.leave(true);
    }
};

fiber::fiber(std::span<std::byte> stack)
    : bottom_(stack.data()), context_(boost::context::detail::make_fcontext(
                                 stack.data() + stack.size(), stack.size(), &entry::run)),
      notes_(stack) {
    std::memcpy(bottom_, &canary, sizeof canary);
}

// Returns from the stack for the last time, so that AddressSanitizer can forget it.
fiber::~fiber() {
    ending_ = true;
    enter();
}

void fiber::start(task begun, void* argument) {
    task_ = begun;
    argument_ = argument;
    begun_ = false;
}

void fiber::cancel() noexcept {
    if (begun_ && !done()) {
        cancelling_ = true;
        enter();
        cancelling_ = false;
        thrown_ = nullptr;
    }
    task_ = nullptr;
}

// No switch happens in a handler: exceptions being handled are counted per thread, not per stack.
void fiber::run_task() noexcept {
    if (task_ == nullptr) return;
    try {
        task_(argument_);
    } catch (cancelled const&) {
    } catch (...) {
        thrown_ = std::current_exception();
    }
    task_ = nullptr;
}

bool fiber::intact() const noexcept { return std::memcmp(bottom_, &canary, sizeof canary) == 0; }

} // namespace gpu::inline v0::simulated
