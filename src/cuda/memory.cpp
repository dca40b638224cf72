// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include "capture.hpp"
#include "check.hpp"
#include "context.hpp"
#include "device_scope.hpp"
#include "idle_memory.hpp"
#include "stream.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// A private pool, so that its settings do not affect other allocations of the program.
cudaMemPool_t make_pool(std::uint32_t ordinal) {
    // By default a pool returns all free memory to the system at each synchronisation, and the next
    // call requests it again. Up to an eighth of the device's memory is kept instead: enough for
    // scratch, and it leaves room for others.
    std::size_t free = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    std::uint64_t threshold = total / 8;

    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = static_cast<int>(ordinal);
    cudaMemPool_t pool = nullptr;
    check_cuda(cudaMemPoolCreate(&pool, &properties), "cudaMemPoolCreate");
    cudaError_t const code =
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    if (code != cudaSuccess) {
        ignore_failure(cudaMemPoolDestroy(pool));
        fail_cuda(code, "cudaMemPoolSetAttribute");
    }
    return pool;
}

/// The memory management of a GPU. Destroyed only by a reset of the GPU: memory may be freed until
/// the process ends.
struct pooled_memory {
    explicit pooled_memory(std::uint32_t ordinal) : pool(make_pool(ordinal)) {}

    independent_stream stream; ///< for allocations that must not wait for other work
    cudaMemPool_t pool;
    /// memory to be freed once the default stream may be used again
    std::vector<void*> kept;
    std::atomic<bool> has_kept = false;
};

std::mutex mutex_of_memory; // protects the map and `kept`

/// The GPU must be current.
pooled_memory& memory_of(std::uint32_t ordinal) {
    static auto& all = *new std::map<gpu_context, pooled_memory>;
    auto const context = context_of(ordinal);
    std::lock_guard const lock(mutex_of_memory);
    auto const found = all.find(context);
    return found != all.end() ? found->second : all.try_emplace(context, ordinal).first->second;
}

/// Keeps memory until the default stream may be used again. Leaks it if there is no memory to
/// record it.
void keep(pooled_memory& gpu, void* memory) noexcept {
    try {
        std::lock_guard const lock(mutex_of_memory);
        gpu.kept.push_back(memory);
        gpu.has_kept = true;
    } catch (std::exception const&) {}
}

void give_back_kept(pooled_memory& gpu) noexcept {
    if (!gpu.has_kept || is_default_stream_forbidden()) return;
    std::vector<void*> kept;
    {
        std::lock_guard const lock(mutex_of_memory);
        kept.swap(gpu.kept);
        gpu.has_kept = false;
    }
    for (void* const memory : kept) ignore_failure(cudaFreeAsync(memory, default_stream));
}

void* allocate(pooled_memory& gpu, cudaStream_t stream, std::size_t bytes) {
    void* memory = nullptr;
    check_cuda(cudaMallocFromPoolAsync(&memory, bytes, gpu.pool, stream), "cudaMallocFromPoolAsync",
               bytes);
    return memory;
}

/// Gives a GPU access to the pool of another GPU, if possible.
void open_pool(cudaMemPool_t pool, std::uint32_t owner, std::uint32_t user) {
    int can_access = 0;
    check_cuda(
        cudaDeviceCanAccessPeer(&can_access, static_cast<int>(user), static_cast<int>(owner)),
        "cudaDeviceCanAccessPeer");
    if (can_access == 0) return;
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = static_cast<int>(user);
    access.flags = cudaMemAccessFlagsProtReadWrite;
    check_cuda(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
}

/// The context of a GPU, and its pool.
std::pair<gpu_context, cudaMemPool_t> pool_of(std::uint32_t ordinal) {
    device_scope const scope(ordinal);
    return {context_of(ordinal), memory_of(ordinal).pool};
}

} // namespace

void* allocate_on(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes) {
    return allocate(memory_of(ordinal), stream, bytes);
}

void* allocate_for(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes) {
    try {
        return allocate_on(stream, ordinal, bytes);
    } catch (out_of_memory const&) {
        if (!free_idle_memory(ordinal)) throw;
    }
    return allocate_ready(ordinal, bytes); // after that memory is free
}

void* allocate_ready(std::uint32_t ordinal, std::size_t bytes) {
    relaxed_capture const relaxed;
    pooled_memory& gpu = memory_of(ordinal);
    give_back_kept(gpu);
    cudaStream_t const stream = gpu.stream.get();
    void* memory = nullptr;
    try {
        memory = allocate(gpu, stream, bytes);
    } catch (out_of_memory const&) {
        if (!free_idle_memory(ordinal)) throw;
        memory = allocate(gpu, stream, bytes);
    }
    cudaError_t const code = cudaStreamSynchronize(stream);
    if (code != cudaSuccess) {
        ignore_failure(cudaFreeAsync(memory, stream));
        fail_cuda(code, "cudaStreamSynchronize");
    }
    return memory;
}

void deallocate_on(cudaStream_t stream, std::uint32_t ordinal, void* memory) noexcept {
    try {
        relaxed_capture const relaxed;
        if (stream == default_stream) {
            pooled_memory& gpu = memory_of(ordinal);
            if (is_default_stream_forbidden()) return keep(gpu, memory);
            give_back_kept(gpu);
        }
        ignore_failure(cudaFreeAsync(memory, stream));
    } catch (std::exception const&) {
        // CUDA has shut down, and its memory is gone
    }
}

void connect_pools(std::uint32_t a, std::uint32_t b) {
    static std::mutex connecting;
    static auto& connected = *new std::set<std::pair<gpu_context, gpu_context>>;
    auto const [context_a, pool_a] = pool_of(a);
    auto const [context_b, pool_b] = pool_of(b);
    std::pair const contexts(std::min(context_a, context_b), std::max(context_a, context_b));
    std::lock_guard const lock(connecting);
    if (connected.contains(contexts)) return;
    open_pool(pool_a, a, b);
    open_pool(pool_b, b, a);
    connected.insert(contexts);
}

void deallocate_idle(std::uint32_t ordinal, void* memory) noexcept {
    try {
        relaxed_capture const relaxed;
        ignore_failure(cudaFreeAsync(memory, memory_of(ordinal).stream.get()));
    } catch (std::exception const&) {
        // as above
    }
}

} // namespace gpu::inline v0::detail
