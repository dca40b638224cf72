// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of gpualgo/kernel/reduce/launches.hpp on a GPU. Its launches are in launch.cuh, which
/// needs nvcc.
#pragma once

#include "capture.hpp"
#include "device_scope.hpp"
#include "shared_operator.hpp"
#include "stream.hpp"
#include "workspace.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::detail {

/// Threads that a multiprocessor can run at once, for any kernel. By default kernels are limited to
/// 64 registers per thread. Every architecture has 65536 per multiprocessor, and runs at least this
/// many threads.
inline constexpr unsigned resident_threads = 1024;

/// Whether kernels of a body may start while the kernel ahead of them ends, by programmatic
/// dependent launch: `run_body` waits for that kernel. This hides a third of a microsecond per
/// launch.
template <class Body>
inline constexpr bool may_start_early = requires {
    requires Body::may_start_early;
};

/// The queue of one call. Its GPU is the current device for the life of the queue, except between
/// `leave_device` and `enter_device`.
class cuda_queue {
public:
    /// Whether the call waits for its launches.
    enum class ending { waits, leaves };

    /// Throws gpu::error if the stream is captured and the call waits, or if the capture of another
    /// stream forbids its use. Captures stay valid.
    /// @param ran records the launches
    /// @param options hold the call's stream and memory resource
    cuda_queue(std::uint32_t ordinal, call_result& ran, call_options const& options = {},
               ending end = ending::waits);
    cuda_queue(cuda_queue const&) = delete;
    cuda_queue& operator=(cuda_queue const&) = delete;
    ~cuda_queue();

    template <class T>
    T* allocate(std::size_t count) {
        return static_cast<T*>(allocate_bytes(count * sizeof(T)));
    }
    template <class T>
    T* result() {
        static_assert(sizeof(T) <= cuda_workspace::result_bytes);
        return static_cast<T*>(into_ != nullptr ? into_ : workspace_->result);
    }
    /// Makes kernels write the result to device memory and leave it there; `fetch` then does not
    /// wait.
    void leave_result_in(void* into) { into_ = into; }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const;
    /// Whether the stream is captured into a graph.
    [[nodiscard]] bool is_captured() const { return capture_.graph != nullptr; }
    /// @return memory for launches of kernel/scan/pipeline_launch.hpp, whose blocks wait for each
    /// other. Cleared once for all that use the workspace, or for this call if it is much
    [[nodiscard]] look_back_memory look_back(std::size_t bytes, std::size_t word_bytes);
    /// @return a word that is zero before each launch, which has to leave it so
    [[nodiscard]] unsigned long long* zero_word() const {
        return reinterpret_cast<unsigned long long*>(workspace_->arrivals);
    }
    /// @return bytes of shared memory that a block may have
    [[nodiscard]] std::size_t most_shared_bytes() const;
    [[nodiscard]] bool copies_asynchronously() const; ///< see cuda_devices

    /// Provides page-locked memory that the GPU can write, until the queue is destroyed. Must
    /// precede all launches.
    void reserve_staging(std::size_t bytes) {
        detail::reserve_staging(*workspace_.operator->(), bytes);
    }
    /// Takes a part of it.
    /// @param before bytes from a multiple of 16 to the first one
    void* take_staging(std::size_t bytes, std::size_t before = 0) {
        std::size_t const begin = staging_used_ + before;
        staging_used_ = (begin + bytes + 15) / 16 * 16;
        return workspace_->staging + begin;
    }
    /// Makes reductions leave the partials of a part of a larger range.
    void compute_part(part_groups const& part) { part_ = part; }
    [[nodiscard]] std::optional<part_groups> const& part() const { return part_; }
    template <class T>
    void leave(T const* partials, std::size_t count) {
        left_ = std::as_bytes(std::span(partials, count));
    }
    /// The partials that reductions have left on the GPU.
    [[nodiscard]] std::span<std::byte const> left() const { return left_; }

    /// Restores the calling thread's current device and capture mode, so that several queues of a
    /// thread may end in any order. `enter_device` must precede all other functions.
    void leave_device() noexcept {
        relaxed_.reset();
        scope_.reset();
    }
    void enter_device() {
        scope_.emplace(ordinal_);
        relaxed_.emplace();
    }

    /// In `automatic` every operator has its own kernels.
    template <class T, class Op>
    static Op operation(Op op) {
        return op;
    }
    /// In named strategies, which exist for comparison, sums have their own kernels. All other
    /// operators share kernels, also of unsigned and signed integers, and so do both on complex
    /// numbers. That at least halves their number.
    template <class T, class Op>
    static auto named_operation(Op op) {
        if constexpr (kernel::is_complex<T> || !std::is_same_v<Op, kernel::plus>)
            return shared_operator{index_of<Op, operators>, std::unsigned_integral<T>};
        else return op;
    }
    template <class T>
    using named_type = kernel_type<kernel::plus, T>; // signed, if T is an integer

    /// Every transform has its own kernels, too.
    template <class F>
    static F transformation(F f, std::uint32_t) {
        return f;
    }

    /// Defined in launch.cuh.
    template <class Body, class Arguments, class Op>
    void launch(launch_config shape, Arguments arguments, Op op);

    /// Records a launch. Not inlined: each kernel has a launch of its own.
    void note(launch_config const& shape, kernel_name const& kernel);
    /// Records launches by a library, whose shapes are unknown.
    void note(char const* kernel) { note({}, {kernel}); }

    /// Waits for all launches, if the call does.
    void wait() {
        if (leaves_) return;
        check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
        workspace_.done();
    }

    /// Waits for all launches, soon after the last one has written its result.
    void wait_for_result() {
        if (has_finished()) workspace_.done();
        else wait();
    }

    template <class T>
    T fetch(T const* result) {
        if (into_ != nullptr) return T{};
        wait_for_result();
        return *result;
    }

    /// The memory leased for this call.
    [[nodiscard]] cuda_workspace const& workspace() const { return *workspace_.operator->(); }
    /// The stream, to submit work to. `wait_for_result` waits for that, too.
    [[nodiscard]] cudaStream_t stream() {
        workspace_.submits();
        ticket_ = 0;
        return stream_;
    }
    /// CUDA's id of the stream, which must not be captured.
    [[nodiscard]] unsigned long long number_of_stream() { return workspace_.number_of_stream(); }
    [[nodiscard]] std::uint32_t ordinal() const { return ordinal_; }

private:
    /// Polls the completion flag of the last launch for a limited time: it is visible some
    /// microseconds before cudaStreamSynchronize returns.
    [[nodiscard]] bool has_finished() const;
    void* allocate_bytes(std::size_t bytes);
    /// @return a part of the memory that the workspace keeps; null if there is no room
    void* take_kept(std::size_t bytes);
    /// Allocates memory that is no part of the workspace.
    void* allocate_beyond(std::size_t bytes);
    /// Whether it may stay there for the next call.
    [[nodiscard]] bool may_keep() const;
    void free_or_keep(void* memory, std::size_t bytes) noexcept;
    /// @param is_early whether the kernel may start before the one ahead of it has ended, since it
    /// waits by itself
    void launch_kernel(void const* kernel, launch_config shape, void** arguments,
                       bool is_early = false);
    [[nodiscard]] int capability() const;

    std::optional<device_scope> scope_;
    std::optional<relaxed_capture> relaxed_; ///< allows waits while other streams are captured
    std::uint32_t ordinal_;
    cudaStream_t stream_;
    scratch_source source_;
    call_result& ran_;
    stream_capture capture_; ///< that the call is part of
    workspace_lease workspace_;
    bool leaves_; ///< the call does not wait
    void* into_ = nullptr;
    bool has_launched_ = false;
    unsigned ticket_ = 0; ///< of the last launch that sets the completion flag; 0 if there is none
    std::size_t scratch_used_ = 0;
    std::size_t kept_used_ = 0; ///< bytes of the workspace's kept memory that the call has
    std::size_t staging_used_ = 0;
    std::optional<part_groups> part_; ///< if reductions leave partials
    std::span<std::byte const> left_;
    struct allocation {
        void* memory;
        std::size_t bytes;
    };
    /// allocations beyond the workspace, or from the caller's resource
    std::vector<allocation> beyond_scratch_;
};

} // namespace gpu::inline v0::detail
