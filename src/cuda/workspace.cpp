// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include "capture.hpp"
#include "check.hpp"
#include "memory.hpp"
#include "stream.hpp"

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

/// Workspaces that nobody has, one list of those that nothing is to be done on, and one a stream of
/// those that its work goes on with. CUDA's number of a stream is never used again, unlike its
/// address.
struct gpu_workspaces {
    cuda_workspace* idle = nullptr;
    std::map<unsigned long long, cuda_workspace*> of_streams;
};

std::mutex mutex; // of all lists

gpu_workspaces& workspaces_of(std::uint32_t ordinal) {
    static auto& all = *new std::map<std::uint32_t, gpu_workspaces>;
    return all[ordinal];
}

void give(cuda_workspace*& list, cuda_workspace* workspace) noexcept {
    workspace->next = std::exchange(list, workspace);
}

/// Takes the first workspace of a list; null where it is empty.
cuda_workspace* take(cuda_workspace*& list) {
    return list == nullptr ? nullptr : std::exchange(list, list->next);
}

cuda_workspace* take_idle(std::uint32_t ordinal) {
    std::lock_guard const lock(mutex);
    return take(workspaces_of(ordinal).idle);
}

cuda_workspace* take_of_stream(std::uint32_t ordinal, cudaStream_t stream) {
    auto const number = number_of_stream(stream);
    std::lock_guard const lock(mutex);
    return take(workspaces_of(ordinal).of_streams[number]);
}

/// On a stream of its own: it is ready for all, and no stream that is being captured notices.
cuda_workspace* make_workspace(std::uint32_t ordinal) {
    constexpr std::size_t counter_bytes = 256; // of which 4 are used; scratch stays aligned
    relaxed_capture const relaxed;
    auto workspace = std::make_unique<cuda_workspace>();
    constexpr std::size_t host_bytes = 2 * cuda_workspace::result_bytes;
    check_cuda(
        cudaHostAlloc(&workspace->result, host_bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "cudaHostAlloc", host_bytes);
    workspace->finished =
        new (static_cast<std::byte*>(workspace->result) + cuda_workspace::result_bytes) unsigned(0);
    void* memory = nullptr;
    try {
        independent_stream const stream;
        try {
            memory =
                allocate_on(stream.get(), ordinal, counter_bytes + cuda_workspace::scratch_bytes);
            check_cuda(cudaMemsetAsync(memory, 0, counter_bytes, stream.get()), "cudaMemsetAsync");
            check_cuda(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
        } catch (...) {
            if (memory != nullptr) deallocate_on(stream.get(), memory);
            throw;
        }
    } catch (...) {
        ignore_failure(cudaFreeHost(workspace->result));
        throw;
    }
    workspace->arrivals = static_cast<unsigned*>(memory);
    workspace->scratch = static_cast<std::byte*>(memory) + counter_bytes;
    workspace->ordinal = ordinal;
    return workspace.release();
}

void give_back_idle(void* of_graph) {
    auto* const workspace = static_cast<cuda_workspace*>(of_graph);
    std::lock_guard const lock(mutex);
    give(workspaces_of(workspace->ordinal).idle, workspace);
}

} // namespace

workspace_lease::workspace_lease(std::uint32_t ordinal, cudaStream_t stream, preference first)
    : stream_(stream), workspace_(nullptr) {
    if (first == preference::same_stream) workspace_ = take_of_stream(ordinal, stream);
    if (workspace_ == nullptr) workspace_ = take_idle(ordinal);
    if (workspace_ == nullptr && first == preference::idle)
        workspace_ = take_of_stream(ordinal, stream);
    if (workspace_ == nullptr) workspace_ = make_workspace(ordinal);
}

workspace_lease::~workspace_lease() {
    if (is_of_graph_) return;
    try {
        unsigned long long const number = done_ ? 0 : number_of_stream(stream_);
        std::lock_guard const lock(mutex);
        auto& workspaces = workspaces_of(workspace_->ordinal);
        give(done_ ? workspaces.idle : workspaces.of_streams[number], workspace_);
    } catch (std::exception const&) {
        // CUDA is gone, and the memory with it; or there is no memory for a list, and there will be
        // another workspace.
    }
}

void workspace_lease::leave_to(cudaGraph_t graph) {
    cudaUserObject_t object = nullptr;
    check_cuda(cudaUserObjectCreate(&object, workspace_, give_back_idle, 1,
                                    cudaUserObjectNoDestructorSync),
               "cudaUserObjectCreate");
    is_of_graph_ = true; // from here on, the end of the object gives it back
    cudaError_t const code = cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
    if (code == cudaSuccess) return;
    ignore_failure(cudaUserObjectRelease(object, 1));
    fail_cuda(code, "cudaGraphRetainUserObject");
}

void release_workspaces(std::uint32_t ordinal, cudaStream_t stream) noexcept {
    unsigned long long number = 0;
    if (cudaStreamGetId(stream, &number) != cudaSuccess) return ignore_failure(cudaErrorUnknown);
    std::lock_guard const lock(mutex);
    auto& workspaces = workspaces_of(ordinal);
    auto const of_stream = workspaces.of_streams.find(number);
    if (of_stream == workspaces.of_streams.end()) return;
    while (auto* const workspace = take(of_stream->second)) give(workspaces.idle, workspace);
    workspaces.of_streams.erase(of_stream);
}

} // namespace gpu::inline v0::detail
