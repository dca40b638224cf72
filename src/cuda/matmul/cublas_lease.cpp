// SPDX-License-Identifier: Apache-2.0
#include "cublas_lease.hpp"

#include "cuda/memory.hpp"

#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// Idle workspaces and handles. Destroyed only by a reset of the GPU: the driver may shut down
/// before the process ends.
struct gpu_pool {
    std::vector<void*> workspaces;
    std::vector<cublas_handle> handles;
    std::size_t handles_made = 0;
    std::condition_variable handle_is_free;

    gpu_pool() {
        workspaces.reserve(cublas_workspace::most_idle); // so that giving back cannot fail
        handles.reserve(cublas_lease::most_handles);
    }
};

std::mutex mutex; // protects all pools

gpu_pool& pool_of(gpu_context context) {
    static auto& all = *new std::map<gpu_context, gpu_pool>;
    return all[context];
}

void* take_workspace(std::uint32_t ordinal, gpu_context context, cudaStream_t stream) {
    {
        std::lock_guard const lock(mutex);
        auto& idle = pool_of(context).workspaces;
        if (!idle.empty()) {
            void* const memory = idle.back();
            idle.pop_back();
            return memory;
        }
    }
    return allocate_on(stream, ordinal, cublas_workspace::bytes);
}

/// @return whether the workspace is kept
bool give_back_workspace(gpu_context context, void* memory) {
    std::lock_guard const lock(mutex);
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

cublas_handle take_handle(gpu_context context) {
    std::unique_lock lock(mutex);
    auto& pool = pool_of(context);
    pool.handle_is_free.wait(lock, [&] {
        return !pool.handles.empty() || pool.handles_made < cublas_lease::most_handles;
    });
    if (!pool.handles.empty()) {
        cublas_handle const handle = pool.handles.back();
        pool.handles.pop_back();
        return handle;
    }
    ++pool.handles_made;
    lock.unlock();
    try {
        return make_handle();
    } catch (...) {
        lock.lock();
        --pool.handles_made;
        pool.handle_is_free.notify_one();
        throw;
    }
}

void give_back_handle(gpu_context context, cublas_handle handle) {
    std::lock_guard const lock(mutex);
    auto& pool = pool_of(context);
    pool.handles.push_back(handle);
    pool.handle_is_free.notify_one();
}

} // namespace

cublas_workspace::cublas_workspace(std::uint32_t ordinal, cudaStream_t stream)
    : ordinal_(ordinal), context_(context_of(ordinal)), stream_(stream),
      memory_(take_workspace(ordinal, context_, stream)) {}

cublas_workspace::~cublas_workspace() {
    if (!done_ || !give_back_workspace(context_, memory_))
        deallocate_on(stream_, ordinal_, memory_);
}

cublas_lease::cublas_lease(std::uint32_t ordinal, cudaStream_t stream,
                           cublas_workspace const& workspace)
    : context_(context_of(ordinal)), handle_(take_handle(context_)) {
    auto const& cublas = cublas_library::get();
    try {
        // in this order: setting the stream resets the workspace to cuBLAS's own
        cublas.check(cublas.set_stream(handle_, stream), "cublasSetStream");
        cublas.check(cublas.set_workspace(handle_, workspace.data(), cublas_workspace::bytes),
                     "cublasSetWorkspace");
    } catch (...) {
        give_back_handle(context_, handle_);
        throw;
    }
}

cublas_lease::~cublas_lease() { give_back_handle(context_, handle_); }

} // namespace gpu::inline v0::detail
