// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include "capture.hpp"
#include "check.hpp"
#include "stream.hpp"
#include "workspace_memory.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// A workspace with pending work of a stream.
struct pending_workspace {
    unsigned long long stream; ///< the id of the stream
    cuda_workspace* workspace;
    bool is_foreign; ///< a stream not created by the library: its destruction is not announced
};

/// A workspace that a graph owns, for the calls that are captured on one stream.
struct captured_workspace {
    unsigned long long capture; ///< the id of the capture
    cudaStream_t stream;        ///< CUDA gives no id of a captured stream; it outlives the capture
    std::thread::id thread;     ///< see thread_of
    cuda_workspace* workspace;
    bool is_leased; ///< a call may contain others, which need workspaces of their own
};

/// The workspaces of a context that are not leased. Destroyed only by a reset of the GPU: the
/// driver may shut down before the process ends.
struct gpu_workspaces {
    cuda_workspace* idle = nullptr;
    std::size_t idle_count = 0;
    std::vector<pending_workspace> pending; ///< has capacity for all workspaces
    std::size_t count = 0;                  ///< number of all workspaces, including leased ones
    /// the ids of the library's own streams, and of the default stream
    std::map<cudaStream_t, unsigned long long> known_streams;
    std::vector<captured_workspace> captured;
};

std::mutex mutex_of_workspace; // protects all lists

gpu_workspaces& workspaces_of(gpu_context context) {
    static auto& all = *new std::map<gpu_context, gpu_workspaces>;
    return all[context];
}

void give_idle(gpu_workspaces& gpu, cuda_workspace* workspace) noexcept {
    workspace->next = std::exchange(gpu.idle, workspace);
    ++gpu.idle_count;
}

/// @return an idle workspace; null if there is none
cuda_workspace* take_idle(gpu_workspaces& gpu) noexcept {
    if (gpu.idle == nullptr) return nullptr;
    --gpu.idle_count;
    return std::exchange(gpu.idle, gpu.idle->next);
}

/// Removes the idle workspaces beyond `most_idle`.
/// @return the list of removed ones
cuda_workspace* take_surplus(gpu_workspaces& gpu) noexcept {
    cuda_workspace* surplus = nullptr;
    while (gpu.idle_count > cuda_workspace::most_idle) {
        cuda_workspace* const workspace = take_idle(gpu);
        workspace->next = std::exchange(surplus, workspace);
        --gpu.count;
    }
    return surplus;
}

/// @return a workspace with pending work of the stream, or null
cuda_workspace* take_of_stream(gpu_workspaces& gpu, unsigned long long stream) noexcept {
    auto const last = std::find_if(
        gpu.pending.rbegin(), gpu.pending.rend(),
        [stream](pending_workspace const& pending) { return pending.stream == stream; });
    if (last == gpu.pending.rend()) return nullptr;
    cuda_workspace* const workspace = last->workspace;
    gpu.pending.erase(std::next(last).base());
    return workspace;
}

/// Makes workspaces idle if their work on foreign streams is complete.
/// @param most maximum number to check; the others are checked first next time
void reclaim(gpu_context context, std::size_t most) {
    relaxed_capture const relaxed;
    std::vector<pending_workspace> candidates;
    {
        std::lock_guard const lock(mutex_of_workspace);
        auto& pending = workspaces_of(context).pending;
        candidates.reserve(std::min(most, pending.size()));
        std::erase_if(pending, [&](pending_workspace const& p) {
            bool const is_candidate = p.is_foreign && candidates.size() < most;
            if (is_candidate) candidates.push_back(p);
            return is_candidate;
        });
    }
    if (candidates.empty()) return;
    // not under the lock: the destructor of a graph, which takes the lock, may run during a query
    auto const done = std::stable_partition(
        candidates.begin(), candidates.end(), [](pending_workspace const& candidate) {
            cudaError_t const code = cudaEventQuery(candidate.workspace->used);
            ignore_failure(code);
            return code != cudaSuccess;
        });
    cuda_workspace* surplus = nullptr;
    {
        std::lock_guard const lock(mutex_of_workspace);
        auto& gpu = workspaces_of(context);
        gpu.pending.insert(gpu.pending.end(), candidates.begin(), done);
        std::for_each(done, candidates.end(), [&](pending_workspace const& candidate) {
            give_idle(gpu, candidate.workspace);
        });
        surplus = take_surplus(gpu);
    }
    end_workspaces(surplus);
}

/// @return a new workspace, with capacity for it in the lists
cuda_workspace* make_noted(std::uint32_t ordinal, gpu_context context) {
    {
        std::lock_guard const lock(mutex_of_workspace);
        auto& gpu = workspaces_of(context);
        gpu.pending.reserve(gpu.count + 1);
        ++gpu.count;
    }
    try {
        return make_workspace(ordinal, context);
    } catch (...) {
        std::lock_guard const lock(mutex_of_workspace);
        --workspaces_of(context).count;
        throw;
    }
}

cuda_workspace* take_idle(gpu_context context) {
    std::lock_guard const lock(mutex_of_workspace);
    return take_idle(workspaces_of(context));
}

/// @return a workspace whose work on a foreign stream is complete, or a new one
cuda_workspace* reclaim_or_make(std::uint32_t ordinal, gpu_context context) {
    reclaim(context, std::numeric_limits<std::size_t>::max());
    cuda_workspace* const workspace = take_idle(context);
    return workspace != nullptr ? workspace : make_noted(ordinal, context);
}

/// Called at the destruction of a graph: CUDA functions must not be called.
void give_back_idle(void* of_graph) {
    auto* const workspace = static_cast<cuda_workspace*>(of_graph);
    std::lock_guard const lock(mutex_of_workspace);
    auto& gpu = workspaces_of(workspace->context);
    std::erase_if(gpu.captured,
                  [workspace](auto const& captured) { return captured.workspace == workspace; });
    give_idle(gpu, workspace);
}

/// The thread that a handle of a stream belongs to, if it is another stream in each thread.
std::thread::id thread_of(cudaStream_t stream) {
    return stream == cudaStreamPerThread ? std::this_thread::get_id() : std::thread::id();
}

/// Leases the workspace that earlier calls in the capture of a stream have left to its graph.
/// @return null if there is none
cuda_workspace* take_captured(gpu_context context, cudaStream_t stream,
                              unsigned long long capture) {
    std::lock_guard const lock(mutex_of_workspace);
    auto& all = workspaces_of(context).captured;
    auto const found = std::find_if(all.begin(), all.end(), [&](captured_workspace const& c) {
        return c.capture == capture && c.stream == stream && c.thread == thread_of(stream) &&
               !c.is_leased;
    });
    if (found == all.end()) return nullptr;
    found->is_leased = true;
    return found->workspace;
}

/// Ends the lease of a workspace that a graph owns.
void give_back_captured(cuda_workspace* workspace) noexcept {
    std::lock_guard const lock(mutex_of_workspace);
    for (auto& captured : workspaces_of(workspace->context).captured)
        if (captured.workspace == workspace) captured.is_leased = false;
}

/// Lets later calls in the capture of a stream find its workspace, which is leased.
void note_captured(cudaStream_t stream, unsigned long long capture, cuda_workspace* workspace) {
    std::lock_guard const lock(mutex_of_workspace);
    workspaces_of(workspace->context)
        .captured.push_back({capture, stream, thread_of(stream), workspace, true});
}

cuda_workspace* take_of_stream(gpu_context context, unsigned long long stream) {
    std::lock_guard const lock(mutex_of_workspace);
    return take_of_stream(workspaces_of(context), stream);
}

/// For a call whose work is complete.
void leave_idle(cuda_workspace* workspace) {
    cuda_workspace* surplus = nullptr;
    {
        std::lock_guard const lock(mutex_of_workspace);
        auto& gpu = workspaces_of(workspace->context);
        give_idle(gpu, workspace);
        surplus = take_surplus(gpu);
    }
    end_workspaces(surplus);
}

/// The id of one of the library's own streams, or of the default stream; null if it is not known.
std::optional<unsigned long long> known_number(gpu_context context, cudaStream_t stream) {
    std::lock_guard const lock(mutex_of_workspace);
    auto const& known = workspaces_of(context).known_streams;
    auto const found = known.find(stream);
    return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// Records the id of a stream whose end is announced, or that never ends.
void note_known(gpu_context context, cudaStream_t stream, unsigned long long number) {
    std::lock_guard const lock(mutex_of_workspace);
    workspaces_of(context).known_streams.insert_or_assign(stream, number);
}

} // namespace

workspace_lease::workspace_lease(std::uint32_t ordinal, cudaStream_t stream, preference first,
                                 stream_capture const& capture)
    : stream_(stream), context_(context_of(ordinal)) {
    if (capture.graph == nullptr) lease(ordinal, first);
    else lease_for(capture, ordinal);
}

workspace_lease::stream_identity const& workspace_lease::identity() {
    if (identity_) return *identity_;
    if (auto const number = known_number(context_, stream_))
        return identity_.emplace(stream_identity{*number, false});
    unsigned long long const number = detail::number_of_stream(stream_);
    if (stream_ == default_stream) note_known(context_, stream_, number);
    return identity_.emplace(stream_identity{number, stream_ != default_stream});
}

void workspace_lease::lease(std::uint32_t ordinal, preference first) {
    if (first == preference::same_stream) workspace_ = take_of_stream(context_, identity().number);
    if (workspace_ == nullptr) workspace_ = take_idle(context_);
    if (workspace_ == nullptr && first == preference::idle)
        workspace_ = take_of_stream(context_, identity().number);
    if (workspace_ == nullptr) workspace_ = reclaim_or_make(ordinal, context_);
    free_outgrown(*workspace_);
}

void workspace_lease::lease_for(stream_capture const& capture, std::uint32_t ordinal) {
    workspace_ = take_captured(context_, stream_, capture.number);
    is_of_graph_ = workspace_ != nullptr;
    if (is_of_graph_) return;
    workspace_ = take_idle(context_);
    if (workspace_ == nullptr) workspace_ = reclaim_or_make(ordinal, context_);
    free_kept(*workspace_); // the graph may need less
    try {
        transfer_to(capture);
    } catch (...) {
        end();
        throw;
    }
}

void workspace_lease::leave_pending() {
    auto const [number, is_foreign] = identity();
    if (is_foreign) check_cuda(cudaEventRecord(workspace_->used, stream_), "cudaEventRecord");
    bool are_many = false;
    {
        std::lock_guard const lock(mutex_of_workspace);
        auto& pending = workspaces_of(context_).pending;
        pending.push_back({number, workspace_, is_foreign});
        are_many = pending.size() > cuda_workspace::most_idle;
    }
    // One was added; two are checked, so that the number shrinks.
    if (are_many) reclaim(context_, 2);
}

workspace_lease::~workspace_lease() { end(); }

void workspace_lease::end() noexcept {
    try {
        if (is_of_graph_) give_back_captured(workspace_);
        else if (done_) leave_idle(workspace_);
        else leave_pending();
    } catch (std::exception const&) {
        // CUDA has shut down, and its memory is gone
    }
}

void workspace_lease::transfer_to(stream_capture const& capture) {
    cudaUserObject_t object = nullptr;
    done_ = true; // nothing is submitted yet: if this fails, any call may lease it
    check_cuda(cudaUserObjectCreate(&object, workspace_, give_back_idle, 1,
                                    cudaUserObjectNoDestructorSync),
               "cudaUserObjectCreate");
    done_ = false;
    is_of_graph_ = true; // from here on, the destructor of the user object returns it
    cudaError_t const code =
        cudaGraphRetainUserObject(capture.graph, object, 1, cudaGraphUserObjectMove);
    if (code == cudaSuccess) return note_captured(stream_, capture.number, workspace_);
    ignore_failure(cudaUserObjectRelease(object, 1));
    fail_cuda(code, "cudaGraphRetainUserObject");
}

bool free_all_kept(gpu_context context) noexcept {
    try {
        relaxed_capture const relaxed;
        reclaim(context, std::numeric_limits<std::size_t>::max());
        cuda_workspace* idle = nullptr;
        {
            std::lock_guard const lock(mutex_of_workspace);
            auto& gpu = workspaces_of(context);
            gpu.idle_count = 0;
            idle = std::exchange(gpu.idle, nullptr); // nobody leases them meanwhile
        }
        bool any = false;
        while (idle != nullptr) {
            any = free_kept_and_attached(*idle) || any;
            cuda_workspace* const next = idle->next;
            std::lock_guard const lock(mutex_of_workspace);
            give_idle(workspaces_of(context), std::exchange(idle, next));
        }
        return any;
    } catch (std::exception const&) {
        return false; // CUDA has shut down, and its memory is gone
    }
}

void expect_release(gpu_context context, cudaStream_t stream) {
    note_known(context, stream, number_of_stream(stream));
}

void release_workspaces(gpu_context context, cudaStream_t stream, bool is_complete) noexcept {
    try {
        cuda_workspace* surplus = nullptr;
        {
            std::lock_guard const lock(mutex_of_workspace);
            auto& gpu = workspaces_of(context);
            auto const known = gpu.known_streams.find(stream);
            if (known == gpu.known_streams.end()) return;
            unsigned long long const number = known->second;
            gpu.known_streams.erase(known); // CUDA may give the next stream the same handle
            if (!is_complete) return;
            while (auto* const workspace = take_of_stream(gpu, number)) give_idle(gpu, workspace);
            surplus = take_surplus(gpu);
        }
        end_workspaces(surplus);
    } catch (std::exception const&) {
        // as above
    }
}

} // namespace gpu::inline v0::detail
