// SPDX-License-Identifier: Apache-2.0
#include "staging_lease.hpp"

#include "capture.hpp"
#include "check.hpp"

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

void end(staging_pair& pair) noexcept {
    for (auto const& buffer : pair.buffers) {
        if (buffer.done != nullptr) ignore_failure(cudaEventDestroy(buffer.done));
        if (buffer.memory != nullptr) ignore_failure(cudaFreeHost(buffer.memory));
    }
    if (pair.stream != nullptr) ignore_failure(cudaStreamDestroy(pair.stream));
}

staging_pair* make_pair() {
    auto pair = std::make_unique<staging_pair>();
    try {
        for (auto& buffer : pair->buffers) {
            void* memory = nullptr;
            check_cuda(cudaHostAlloc(&memory, staging_buffer::size, cudaHostAllocPortable),
                       "cudaHostAlloc", staging_buffer::size);
            buffer.memory = static_cast<std::byte*>(memory);
            check_cuda(cudaEventCreateWithFlags(&buffer.done, cudaEventDisableTiming),
                       "cudaEventCreateWithFlags");
        }
        check_cuda(cudaStreamCreateWithFlags(&pair->stream, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
    } catch (...) {
        end(*pair);
        throw;
    }
    return pair.release();
}

std::mutex mutex_of_staging; // protects all lists

/// The idle pairs of a context. Once the list of a context exists, this cannot fail.
staging_pair*& idle_pairs(gpu_context context) {
    static auto& lists = *new std::map<gpu_context, staging_pair*>;
    return lists[context];
}

} // namespace

void staging_buffer::transfer(void* target, void const* source, std::size_t bytes,
                              cudaStream_t stream) const {
    check_cuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream),
               "cudaMemcpyAsync");
    check_cuda(cudaEventRecord(done, stream), "cudaEventRecord");
}

void staging_buffer::wait() const {
    check_cuda(cudaEventSynchronize(done), "cudaEventSynchronize");
}

staging_lease::staging_lease() {
    int ordinal = 0;
    check_cuda(cudaGetDevice(&ordinal), "cudaGetDevice");
    context_ = context_of(static_cast<std::uint32_t>(ordinal));
    {
        std::lock_guard const lock(mutex_of_staging);
        auto*& idle = idle_pairs(context_);
        if (idle != nullptr) pair_ = std::exchange(idle, idle->next);
    }
    if (pair_ == nullptr) pair_ = make_pair();
}

staging_lease::~staging_lease() {
    try {
        relaxed_capture const relaxed;
        // transfers may still run after a failure
        for (auto const& buffer : pair_->buffers) ignore_failure(cudaEventSynchronize(buffer.done));
    } catch (std::exception const&) {
        // CUDA has shut down
    }
    std::lock_guard const lock(mutex_of_staging);
    auto*& idle = idle_pairs(context_);
    pair_->next = std::exchange(idle, pair_);
}

} // namespace gpu::inline v0::detail
