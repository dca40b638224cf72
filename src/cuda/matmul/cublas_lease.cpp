// SPDX-License-Identifier: Apache-2.0
#include "cublas_lease.hpp"

#include "cuda/memory.hpp"
#include "cuda/workspace_memory.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

using bound_handle = cublas_lease::bound_handle;

/// Idle workspaces and handles. Destroyed only by a reset of the GPU: the driver may shut down
/// before the process ends.
struct gpu_pool {
    std::vector<void*> workspaces;
    std::vector<bound_handle> handles;
    std::size_t handles_made = 0;
    std::condition_variable handle_is_free;

    gpu_pool() {
        workspaces.reserve(cublas_workspace::most_idle); // so that giving back cannot fail
        handles.reserve(cublas_lease::most_handles);
    }
};

std::mutex mutex_of_leases; // protects all pools

gpu_pool& pool_of(gpu_context context) {
    static auto& all = *new std::map<gpu_context, gpu_pool>;
    return all[context];
}

/// @return an idle workspace, or null
void* take_idle_workspace(gpu_context context) {
    std::lock_guard const lock(mutex_of_leases);
    auto& idle = pool_of(context).workspaces;
    if (idle.empty()) return nullptr;
    void* const memory = idle.back();
    idle.pop_back();
    return memory;
}

/// @return whether the workspace is kept
bool keep_idle_workspace(gpu_context context, void* memory) noexcept {
    std::lock_guard const lock(mutex_of_leases);
    auto& idle = pool_of(context).workspaces;
    if (idle.size() == cublas_workspace::most_idle) return false;
    idle.push_back(memory);
    return true;
}

cublas_handle make_handle() {
    auto const& cublas = cublas_library::get();
    cublas_handle handle = nullptr;
    cublas.check(cublas.create(&handle), "cublasCreate");
    cublas_status const status = cublas.set_math_mode(handle, cublas_exact_math);
    if (status != cublas_status::success) (void)cublas.destroy(handle);
    cublas.check(status, "cublasSetMathMode");
    return handle;
}

/// @return a free handle, if possible one with this stream and workspace
bound_handle take_handle(gpu_context context, unsigned long long stream, void* workspace) {
    std::unique_lock lock(mutex_of_leases);
    auto& pool = pool_of(context);
    pool.handle_is_free.wait(lock, [&] {
        return !pool.handles.empty() || pool.handles_made < cublas_lease::most_handles;
    });
    if (!pool.handles.empty()) {
        auto const bound = std::ranges::find_if(pool.handles, [&](bound_handle const& free) {
            return free.stream == stream && free.workspace == workspace;
        });
        if (bound != pool.handles.end()) std::swap(*bound, pool.handles.back());
        bound_handle const handle = pool.handles.back();
        pool.handles.pop_back();
        return handle;
    }
    ++pool.handles_made;
    lock.unlock();
    try {
        return {make_handle()};
    } catch (...) {
        lock.lock();
        --pool.handles_made;
        pool.handle_is_free.notify_one();
        throw;
    }
}

void give_back_handle(gpu_context context, bound_handle const& handle) {
    std::lock_guard const lock(mutex_of_leases);
    auto& pool = pool_of(context);
    pool.handles.push_back(handle);
    pool.handle_is_free.notify_one();
}

} // namespace

cublas_workspace::cublas_workspace(cuda_queue& queue) {
    void*& attached = attached_memory(queue.workspace());
    if (attached == nullptr) attached = take_idle_workspace(queue.workspace().context);
    if (attached == nullptr) attached = allocate_ready(queue.ordinal(), bytes);
    memory_ = attached;
}

void cublas_workspace::detach(cuda_queue& queue) noexcept {
    void* const memory = std::exchange(attached_memory(queue.workspace()), nullptr);
    if (memory != nullptr && !keep_idle_workspace(queue.workspace().context, memory))
        deallocate_idle(queue.ordinal(), memory);
}

bool cublas_workspace::free_idle(gpu_context context, std::uint32_t ordinal) noexcept {
    bool any = false;
    while (void* const memory = take_idle_workspace(context)) {
        deallocate_idle(ordinal, memory);
        any = true;
    }
    return any;
}

cublas_lease::cublas_lease(cuda_queue& queue, cublas_workspace const& workspace)
    : context_(queue.workspace().context) {
    auto* const submitted_to = queue.stream();
    // a captured stream has no id: each call binds a handle anew, and none finds it bound
    unsigned long long const stream = queue.is_captured() ? 0 : queue.number_of_stream();
    bound_ = take_handle(context_, stream, workspace.data());
    bool const is_bound = bound_.stream == stream && bound_.workspace == workspace.data();
    if (is_bound && !queue.is_captured()) return;
    auto const& cublas = cublas_library::get();
    bound_ = {bound_.handle};
    try {
        // in this order: setting the stream resets the workspace to cuBLAS's own
        cublas.check(cublas.set_stream(get(), submitted_to), "cublasSetStream");
        cublas.check(cublas.set_workspace(get(), workspace.data(), cublas_workspace::bytes),
                     "cublasSetWorkspace");
    } catch (...) {
        give_back_handle(context_, bound_);
        throw;
    }
    if (!queue.is_captured()) bound_ = {bound_.handle, stream, workspace.data()};
}

cublas_lease::~cublas_lease() { give_back_handle(context_, bound_); }

} // namespace gpu::inline v0::detail
