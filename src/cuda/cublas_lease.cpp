// SPDX-License-Identifier: Apache-2.0
#include "cublas_lease.hpp"

#include "memory.hpp"

#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// What no call has at present. Never destroyed: the driver may be gone before the process ends.
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

std::mutex mutex; // of all pools

gpu_pool& pool_of(std::uint32_t ordinal) {
    static auto& all = *new std::map<std::uint32_t, gpu_pool>;
    return all[ordinal];
}

void* take_workspace(std::uint32_t ordinal, cudaStream_t stream) {
    {
        std::lock_guard const lock(mutex);
        auto& idle = pool_of(ordinal).workspaces;
        if (!idle.empty()) {
            void* const memory = idle.back();
            idle.pop_back();
            return memory;
        }
    }
    return allocate_on(stream, ordinal, cublas_workspace::bytes);
}

/// @return whether it is kept
bool give_back_workspace(std::uint32_t ordinal, void* memory) {
    std::lock_guard const lock(mutex);
    auto& idle = pool_of(ordinal).workspaces;
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

cublas_handle take_handle(std::uint32_t ordinal) {
    std::unique_lock lock(mutex);
    auto& pool = pool_of(ordinal);
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

void give_back_handle(std::uint32_t ordinal, cublas_handle handle) {
    std::lock_guard const lock(mutex);
    auto& pool = pool_of(ordinal);
    pool.handles.push_back(handle);
    pool.handle_is_free.notify_one();
}

} // namespace

cublas_workspace::cublas_workspace(std::uint32_t ordinal, cudaStream_t stream)
    : ordinal_(ordinal), stream_(stream), memory_(take_workspace(ordinal, stream)) {}

cublas_workspace::~cublas_workspace() {
    if (!done_ || !give_back_workspace(ordinal_, memory_))
        deallocate_on(stream_, ordinal_, memory_);
}

cublas_lease::cublas_lease(std::uint32_t ordinal, cudaStream_t stream,
                           cublas_workspace const& workspace)
    : ordinal_(ordinal), handle_(take_handle(ordinal)) {
    auto const& cublas = cublas_library::get();
    try {
        // in this order: a new stream comes with cuBLAS's own workspace
        cublas.check(cublas.set_stream(handle_, stream), "cublasSetStream");
        cublas.check(cublas.set_workspace(handle_, workspace.data(), cublas_workspace::bytes),
                     "cublasSetWorkspace");
    } catch (...) {
        give_back_handle(ordinal_, handle_);
        throw;
    }
}

cublas_lease::~cublas_lease() { give_back_handle(ordinal_, handle_); }

} // namespace gpu::inline v0::detail
