// SPDX-License-Identifier: Apache-2.0
#include "workspace_memory.hpp"

#include "capture.hpp"
#include "check.hpp"
#include "memory.hpp"
#include "stream.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

namespace {

/// A workspace as it is allocated here.
struct extended_workspace : cuda_workspace {
    mutable void* attached = nullptr;
    std::vector<void*> outgrown; ///< kept until a graph needed more; its nodes may use it
};

void end(cuda_workspace* workspace) noexcept {
    if (workspace->used != nullptr) ignore_failure(cudaEventDestroy(workspace->used));
    if (workspace->staging != nullptr) ignore_failure(cudaFreeHost(workspace->staging));
    if (workspace->result != nullptr) ignore_failure(cudaFreeHost(workspace->result));
    if (workspace->arrivals != nullptr) deallocate_idle(workspace->ordinal, workspace->arrivals);
    (void)free_kept_and_attached(*workspace);
    delete static_cast<extended_workspace*>(workspace);
}

/// Uses private streams, so that any stream may use the memory, and captures are not disturbed.
void allocate_parts(cuda_workspace& workspace) {
    constexpr std::size_t counter_bytes = 256; // for each counter; keeps the rest aligned
    constexpr std::size_t flag_bytes = cuda_workspace::flags * sizeof(std::uint32_t);
    constexpr std::size_t zeroed_bytes = 2 * counter_bytes + flag_bytes +
                                         cuda_workspace::short_word_bytes +
                                         cuda_workspace::long_word_bytes;
    constexpr std::size_t host_bytes = 2 * cuda_workspace::result_bytes;
    check_cuda(
        cudaHostAlloc(&workspace.result, host_bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "cudaHostAlloc", host_bytes);
    workspace.finished =
        new (static_cast<std::byte*>(workspace.result) + cuda_workspace::result_bytes) unsigned(0);
    check_cuda(cudaEventCreateWithFlags(&workspace.used, cudaEventDisableTiming),
               "cudaEventCreateWithFlags");
    void* const memory =
        allocate_ready(workspace.ordinal, zeroed_bytes + cuda_workspace::scratch_bytes);
    auto* const bytes = static_cast<std::byte*>(memory);
    workspace.arrivals = static_cast<unsigned*>(memory);
    workspace.control = reinterpret_cast<unsigned long long*>(bytes + counter_bytes);
    workspace.written = reinterpret_cast<std::uint32_t*>(bytes + 2 * counter_bytes);
    workspace.short_words = bytes + 2 * counter_bytes + flag_bytes;
    workspace.long_words = workspace.short_words + cuda_workspace::short_word_bytes;
    workspace.scratch = bytes + zeroed_bytes;
    independent_stream const stream;
    check_cuda(cudaMemsetAsync(memory, 0, zeroed_bytes, stream.get()), "cudaMemsetAsync");
    check_cuda(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
}

} // namespace

void keep_for_graph(cuda_workspace& workspace, std::size_t bytes) {
    if (bytes <= workspace.kept_bytes) return;
    auto& outgrown = static_cast<extended_workspace&>(workspace).outgrown;
    outgrown.reserve(outgrown.size() + 1);
    bytes = std::bit_ceil(bytes); // so that all that is outgrown is not more
    void* const memory = allocate_ready(workspace.ordinal, bytes);
    if (workspace.kept != nullptr) outgrown.push_back(workspace.kept);
    workspace.kept = memory;
    workspace.kept_bytes = bytes;
}

void free_outgrown(cuda_workspace& workspace) noexcept {
    auto& outgrown = static_cast<extended_workspace&>(workspace).outgrown;
    for (void* const memory : outgrown) deallocate_idle(workspace.ordinal, memory);
    outgrown.clear();
}

void free_kept(cuda_workspace& workspace) noexcept {
    free_outgrown(workspace);
    if (workspace.kept != nullptr)
        deallocate_idle(workspace.ordinal, std::exchange(workspace.kept, nullptr));
    workspace.kept_bytes = 0;
}

bool free_kept_and_attached(cuda_workspace& workspace) noexcept {
    void* const attached = std::exchange(attached_memory(workspace), nullptr);
    bool const any = attached != nullptr || workspace.kept != nullptr ||
                     !static_cast<extended_workspace&>(workspace).outgrown.empty();
    if (attached != nullptr) deallocate_idle(workspace.ordinal, attached);
    free_kept(workspace);
    return any;
}

void reserve_staging(cuda_workspace& workspace, std::size_t bytes) {
    constexpr std::size_t least = std::size_t{1} << 16; // page-locking takes some 100 microseconds
    if (bytes <= workspace.staging_bytes) return;
    bytes = std::bit_ceil(std::max(bytes, least));
    void* memory = nullptr;
    check_cuda(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
               "cudaHostAlloc", bytes);
    if (workspace.staging != nullptr) ignore_failure(cudaFreeHost(workspace.staging));
    workspace.staging = static_cast<std::byte*>(memory);
    workspace.staging_bytes = bytes;
}

cuda_workspace* make_workspace(std::uint32_t ordinal, gpu_context context) {
    relaxed_capture const relaxed;
    auto* const workspace = new extended_workspace;
    workspace->ordinal = ordinal;
    workspace->context = context;
    try {
        allocate_parts(*workspace);
    } catch (...) {
        end(workspace);
        throw;
    }
    return workspace;
}

void*& attached_memory(cuda_workspace const& workspace) {
    return static_cast<extended_workspace const&>(workspace).attached;
}

void end_workspaces(cuda_workspace* list) {
    if (list == nullptr) return;
    relaxed_capture const relaxed;
    while (list != nullptr) end(std::exchange(list, list->next));
}

} // namespace gpu::inline v0::detail
