// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "call/call_scope.hpp"
#include "capture.hpp"
#include "check.hpp"
#include "device_scope.hpp"
#include "devices.hpp"
#include "held_objects.hpp"
#include "pointers.hpp"

#include <gpualgo/error.hpp>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// The last known context of each GPU, or null. Neither this vector nor the contexts are destroyed,
/// because another thread may be reading them.
using known_contexts = std::vector<std::atomic<gpu_context const*>>;

std::atomic<gpu_context const*>& known_context(std::uint32_t ordinal) {
    static auto& known = *new known_contexts(cuda_devices::get().size());
    if (ordinal >= known.size())
        throw no_device("CUDA lists no cuda:" + std::to_string(ordinal), cudaErrorInvalidDevice);
    return known[ordinal];
}

std::mutex mutex_of_context; // serialises changes

/// Whether a GPU's last known context has not been reset. Asks the driver once per call.
bool is_known_there(std::uint32_t ordinal, gpu_context const& known) {
    if (call_scope::has_checked(ordinal)) return true;
    bool const is_there = known.is_there();
    if (is_there) call_scope::note_check(ordinal);
    return is_there;
}

/// Forgets a context that has been reset; the mutex must be held.
/// @return the known context afterwards, or null
gpu_context const* forget_gone(std::atomic<gpu_context const*>& known) {
    auto const* const seen = known.load();
    if (seen == nullptr || seen->is_there()) return seen;
    if (cuda_devices::is_forked())
        throw no_device(cuda_devices::describe_forked, cudaErrorInitializationError);
    known = nullptr;
    note_end(*seen);
    return nullptr;
}

} // namespace

gpu_context gpu_context::current() {
    relaxed_capture const relaxed; // does not disturb captures of streams
    gpu_context context;
    check_cuda(cudaMalloc(&context.allocation_, 1), "cudaMalloc", 1);
    context.number_ = number_of_allocation(context.allocation_);
    if (context.number_ != 0) return context;
    ignore_failure(cudaFree(context.allocation_));
    throw error("the driver does not know memory that it has allocated");
}

bool gpu_context::is_there() const noexcept { return is_allocated(allocation_, number_); }

gpu_context context_of(std::uint32_t ordinal) {
    auto& known = known_context(ordinal);
    auto const* seen = known.load();
    if (seen != nullptr && is_known_there(ordinal, *seen)) return *seen;
    std::lock_guard const lock(mutex_of_context);
    seen = forget_gone(known);
    if (seen == nullptr) {
        keep_context(ordinal);
        known = seen = new gpu_context(gpu_context::current());
    }
    return *seen;
}

void notice_reset(std::uint32_t ordinal) {
    auto& known = known_context(ordinal);
    auto const* const seen = known.load();
    if (seen == nullptr || is_known_there(ordinal, *seen)) return;
    std::lock_guard const lock(mutex_of_context);
    (void)forget_gone(known);
}

} // namespace gpu::inline v0::detail
