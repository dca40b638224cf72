// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include "call/scratch.hpp"
#include "devices.hpp"
#include "memory.hpp"
#include "workspace_memory.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

/// The capture that a call is part of. Calls that wait cannot be captured.
stream_capture capture_for(cudaStream_t stream, cuda_queue::ending end) {
    if (end == cuda_queue::ending::leaves) return capture_of(stream);
    check_not_captured(stream);
    return {};
}

workspace_lease::preference preference_of(cuda_queue::ending end) {
    using enum workspace_lease::preference;
    return end == cuda_queue::ending::waits ? idle : same_stream;
}

/// Lets blocks of a kernel have this much shared memory. A kernel's limit only grows, and is set
/// under a lock: otherwise another thread's launch could lower it before this thread's.
void allow_shared_memory(void const* kernel, std::size_t bytes, gpu_context context) {
    static std::mutex mutex;
    static auto& limits = *new std::map<std::pair<void const*, gpu_context>, std::size_t>;
    std::lock_guard const lock(mutex);
    std::size_t& limit = limits[{kernel, context}];
    if (bytes <= limit) return;
    // otherwise the L1 cache may take the room for further blocks
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                    cudaSharedmemCarveoutMaxShared),
               "cudaFuncSetAttribute");
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "cudaFuncSetAttribute");
    limit = bytes;
}

constexpr std::size_t alignment = 256; // of allocations, as CUDA's

/// Yields to the other hardware thread of the core, and relieves the memory bus.
void pause_briefly() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

} // namespace

cuda_queue::cuda_queue(std::uint32_t ordinal, call_result& ran, call_options const& options,
                       ending end)
    : scope_(std::in_place, ordinal), relaxed_(std::in_place), ordinal_(ordinal),
      stream_(stream_of(options.stream)), source_(options.scratch), ran_(ran),
      capture_(capture_for(stream_, end)),
      workspace_(ordinal, stream_, preference_of(end), capture_), leaves_(end == ending::leaves) {}

cuda_queue::~cuda_queue() {
    bool const is_given_back = is_given(source_) && !beyond_scratch_.empty();
    // kernels may still run after a failure
    if (is_given_back && !workspace_.is_done()) ignore_failure(cudaStreamSynchronize(stream_));
    for (auto const& [memory, bytes] : beyond_scratch_) {
        if (is_given(source_)) source_.deallocate(source_.context, memory, bytes);
        else free_or_keep(memory, bytes);
    }
}

bool cuda_queue::may_keep() const { return !is_given(source_) && !is_captured(); }

void cuda_queue::free_or_keep(void* memory, std::size_t bytes) noexcept {
    cuda_workspace& workspace = *workspace_.operator->();
    if (may_keep() && bytes > workspace.kept_bytes && bytes <= cuda_workspace::most_kept_bytes) {
        memory = std::exchange(workspace.kept, memory);
        workspace.kept_bytes = bytes;
    }
    if (memory != nullptr) deallocate_on(stream_, ordinal_, memory);
}

std::size_t cuda_queue::resident_blocks(unsigned threads) const {
    return cuda_devices::get().multiprocessors(ordinal_) * std::max(1u, resident_threads / threads);
}

bool cuda_queue::has_finished() const {
    if (ticket_ == 0) return false;
    // some 50 microseconds; after that the kernel is long, or has failed
    for (unsigned looks = 0; looks < 2000; ++looks) {
        if (std::atomic_ref<unsigned>(*workspace_->finished).load(std::memory_order_acquire) ==
            ticket_)
            return true;
        pause_briefly();
    }
    return false;
}

void* cuda_queue::allocate_beyond(std::size_t bytes) {
    cuda_workspace& workspace = *workspace_.operator->();
    if (may_keep() && kept_used_ == 0 && bytes <= cuda_workspace::most_kept_bytes &&
        workspace.kept != nullptr) { // the larger piece will replace it
        deallocate_on(stream_, ordinal_, std::exchange(workspace.kept, nullptr));
        workspace.kept_bytes = 0;
    }
    return is_captured() ? allocate_on(stream_, ordinal_, bytes) // by a node of the graph
                         : allocate_for(stream_, ordinal_, bytes);
}

void* cuda_queue::take_kept(std::size_t bytes) {
    cuda_workspace& workspace = *workspace_.operator->();
    std::size_t const end = kept_used_ + bytes;
    if (is_captured() && end > workspace.kept_bytes && end <= cuda_workspace::most_kept_for_graph) {
        try {
            keep_for_graph(workspace, end);
            kept_used_ = 0; // of the new memory
        } catch (out_of_memory const&) {
            return nullptr; // a node of the graph may have some later
        }
    }
    if (kept_used_ > workspace.kept_bytes || bytes > workspace.kept_bytes - kept_used_)
        return nullptr;
    auto* const taken = static_cast<std::byte*>(workspace.kept) + kept_used_;
    kept_used_ += (bytes + alignment - 1) / alignment * alignment;
    return taken;
}

void* cuda_queue::allocate_bytes(std::size_t bytes) {
    std::size_t const begin = scratch_used_;
    if (!is_given(source_) && bytes <= cuda_workspace::scratch_bytes - begin) {
        scratch_used_ = std::min((begin + bytes + alignment - 1) / alignment * alignment,
                                 cuda_workspace::scratch_bytes);
        return workspace_->scratch + begin;
    }
    if (!is_given(source_))
        if (void* const kept = take_kept(bytes)) return kept;
    beyond_scratch_.reserve(beyond_scratch_.size() + 1); // so that push_back cannot fail
    void* const memory = is_given(source_) ? allocate_from(source_, bytes) : allocate_beyond(bytes);
    beyond_scratch_.push_back({memory, bytes});
    return memory;
}

look_back_memory cuda_queue::look_back(std::size_t bytes, std::size_t word_bytes) {
    bool const is_short = word_bytes == 8;
    if (bytes <= (is_short ? cuda_workspace::short_word_bytes : cuda_workspace::long_word_bytes))
        return {workspace_->control, is_short ? workspace_->short_words : workspace_->long_words};
    constexpr std::size_t control_bytes = 256; // keeps the words aligned
    auto* const memory = allocate<std::byte>(control_bytes + bytes);
    check_cuda(cudaMemsetAsync(memory, 0, control_bytes + bytes, stream()), "cudaMemsetAsync");
    return {reinterpret_cast<unsigned long long*>(memory), memory + control_bytes};
}

std::size_t cuda_queue::most_shared_bytes() const {
    int bytes = 0;
    check_cuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                      static_cast<int>(ordinal_)),
               "cudaDeviceGetAttribute");
    return static_cast<std::size_t>(bytes);
}

void cuda_queue::note(launch_config const& shape, kernel_name const& kernel) {
    note_launch(ran_, shape, kernel);
}

bool cuda_queue::copies_asynchronously() const {
    return cuda_devices::get().copies_asynchronously(ordinal_);
}

int cuda_queue::capability() const { return cuda_devices::get().capability(ordinal_); }

void cuda_queue::launch_kernel(void const* kernel, launch_config shape, void** arguments,
                               bool is_early) {
    if (shape.grid > std::numeric_limits<int>::max())
        throw error("a grid of " + std::to_string(shape.grid) + " blocks exceeds CUDA's limit");
    auto const grid = static_cast<unsigned>(shape.grid);
    constexpr std::size_t always_allowed = std::size_t{48} << 10;
    if (shape.shared_bytes > always_allowed)
        allow_shared_memory(kernel, shape.shared_bytes, workspace_->context);
    has_launched_ = true;
    auto* const stream = this->stream();
    if (!is_early)
        return check_cuda(
            cudaLaunchKernel(kernel, grid, shape.block, arguments, shape.shared_bytes, stream),
            "cudaLaunchKernel");
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = shape.block;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    check_cuda(cudaLaunchKernelExC(&config, kernel, arguments), "cudaLaunchKernelExC");
}

} // namespace gpu::inline v0::detail
