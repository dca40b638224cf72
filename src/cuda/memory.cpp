// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include "check.hpp"

#include <map>
#include <mutex>

namespace gpu::inline v0::detail {
namespace {

/// A pool of our own: what is set here does not change how the rest of the program allocates.
cudaMemPool_t make_pool(std::uint32_t ordinal) {
    // By default a pool gives all that is free back to the system at each synchronisation, and asks
    // for it again in the next call. An eighth of the device may stay: enough for scratch, and
    // little enough to leave room for others.
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

/// The pool of the GPU, which must be current. Pools are never destroyed: memory may be given back
/// to the very end.
cudaMemPool_t pool_of(std::uint32_t ordinal) {
    static std::mutex mutex;
    static auto& pools = *new std::map<std::uint32_t, cudaMemPool_t>;
    std::lock_guard const lock(mutex);
    cudaMemPool_t& pool = pools[ordinal];
    if (pool == nullptr) pool = make_pool(ordinal);
    return pool;
}

} // namespace

void* allocate_on(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes) {
    cudaMemPool_t const pool = pool_of(ordinal);
    void* memory = nullptr;
    check_cuda(cudaMallocFromPoolAsync(&memory, bytes, pool, stream), "cudaMallocFromPoolAsync",
               bytes);
    return memory;
}

void deallocate_on(cudaStream_t stream, void* memory) noexcept {
    ignore_failure(cudaFreeAsync(memory, stream));
}

} // namespace gpu::inline v0::detail
