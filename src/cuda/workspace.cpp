// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include "check.hpp"
#include "memory.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

std::mutex mutex; // of all lists

/// The list of idle workspaces of a GPU and stream. References to lists stay valid.
cuda_workspace*& idle_workspaces(std::uint32_t ordinal, cudaStream_t stream) {
    static auto& lists = *new std::map<std::pair<std::uint32_t, cudaStream_t>, cuda_workspace*>;
    std::lock_guard const lock(mutex);
    return lists[{ordinal, stream}];
}

cuda_workspace* make_workspace(std::uint32_t ordinal, cudaStream_t stream) {
    constexpr std::size_t counter_bytes = 256; // of which 4 are used; scratch stays aligned
    auto workspace = std::make_unique<cuda_workspace>();
    check_cuda(cudaHostAlloc(&workspace->result, cuda_workspace::result_bytes, cudaHostAllocPortable | cudaHostAllocMapped), "cudaHostAlloc",
               cuda_workspace::result_bytes);
    void* memory = nullptr;
    try {
        memory = allocate_on(stream, ordinal, counter_bytes + cuda_workspace::scratch_bytes);
        check_cuda(cudaMemsetAsync(memory, 0, counter_bytes, stream), "cudaMemsetAsync");
    } catch (...) {
        if (memory != nullptr) deallocate_on(stream, memory);
        ignore_failure(cudaFreeHost(workspace->result));
        throw;
    }
    workspace->arrivals = static_cast<unsigned*>(memory);
    workspace->scratch = static_cast<std::byte*>(memory) + counter_bytes;
    return workspace.release();
}

/// Takes the first workspace of a list; null where it is empty.
cuda_workspace* take(cuda_workspace*& idle) {
    std::lock_guard const lock(mutex);
    return idle == nullptr ? nullptr : std::exchange(idle, idle->next);
}

} // namespace

workspace_lease::workspace_lease(std::uint32_t ordinal, cudaStream_t stream) : idle_(idle_workspaces(ordinal, stream)), workspace_(take(idle_)) {
    if (workspace_ == nullptr) workspace_ = make_workspace(ordinal, stream);
}

workspace_lease::~workspace_lease() {
    std::lock_guard const lock(mutex);
    workspace_->next = std::exchange(idle_, workspace_);
}

} // namespace gpu::inline v0::detail
