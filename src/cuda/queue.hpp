// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of gpualgo/detail/reduce_launches.hpp on a GPU. What launches is in launch.cuh, which
/// needs nvcc.
#pragma once

#include "capture.hpp"
#include "device_scope.hpp"
#include "stream.hpp"
#include "workspace.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::detail {

/// The threads that a multiprocessor runs at once whatever the kernel: unless it says otherwise, it
/// is compiled to 64 registers at most, of the 65536 that all architectures have, and no
/// architecture runs fewer threads.
inline constexpr unsigned resident_threads = 1024;

/// The operators on complex numbers, as one.
struct sum_or_product {
    bool is_product; ///< else a sum

    /// @return a * b or a + b
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION T operator()(T a, T b) const {
        return is_product ? kernel::multiplies{}(a, b) : kernel::plus{}(a, b);
    }
};

/// One call's way to a GPU, which is the current device meanwhile.
class cuda_queue {
public:
    /// Whether the call waits for its launches.
    enum class ending { waits, leaves };

    /// Throws gpu::error if the stream is captured and the call waits, or if the capture of another
    /// one forbids its use: the captures stay valid.
    /// @param ran filled by launches
    /// @param options the call's stream and resource
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
    /// Has the result written to memory of the GPU, and left there: `fetch` waits for nothing.
    void leave_result_in(void* into) { into_ = into; }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const;

    /// Every operator has kernels of its own.
    template <class T, class Op>
    static Op operation(Op op) {
        return op;
    }
    /// But those of complex numbers for named strategies, which are there to be compared: half as
    /// many kernels.
    template <class T, class Op>
    static auto named_operation(Op op) {
        if constexpr (!kernel::is_complex<T>) {
            return op;
        } else {
            constexpr bool is_product = std::is_same_v<Op, kernel::multiplies>;
            static_assert(is_product || std::is_same_v<Op, kernel::plus>);
            return sum_or_product{is_product};
        }
    }

    /// Every transform, too.
    template <class F>
    static F transformation(F f, std::uint32_t) {
        return f;
    }

    /// Defined in launch.cuh.
    template <class Body, class Arguments, class Op>
    void launch(launch_config shape, Arguments arguments, Op op);

    /// Notes what a library has launched, in shapes of its own.
    void note(char const* kernel) { note_launch(ran_, {}, {kernel}); }

    /// Notes a launch that is not of a body.
    void note(launch_config const& shape, kernel_name const& kernel) {
        note_launch(ran_, shape, kernel);
    }

    /// Waits for all launches.
    void wait() {
        check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
        workspace_.done();
    }

    template <class T>
    T fetch(T const* result) {
        if (into_ != nullptr) return T{};
        if (has_finished()) workspace_.done();
        else wait();
        return *result;
    }

    /// What the call has of its own.
    [[nodiscard]] cuda_workspace const& workspace() const { return *workspace_.operator->(); }
    /// Where launches go.
    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    /// Of the GPU.
    [[nodiscard]] std::uint32_t ordinal() const { return ordinal_; }

private:
    /// Watches, for as long as it takes to hear of the end of a launch, whether the last one has
    /// written its result. That is seen some microseconds sooner.
    [[nodiscard]] bool has_finished() const;
    void* allocate_bytes(std::size_t bytes);
    void launch_kernel(void const* kernel, launch_config shape, void** arguments);

    device_scope scope_;
    relaxed_capture relaxed_; ///< it may wait while streams of others are captured
    std::uint32_t ordinal_;
    cudaStream_t stream_;
    scratch_source source_;
    call_result& ran_;
    cudaGraph_t graph_; ///< that the call is captured into; null if it is not
    workspace_lease workspace_;
    void* into_ = nullptr;
    unsigned ticket_ = 0; ///< of the last launch that says when it has finished; 0 if there is none
    std::size_t scratch_used_ = 0;
    struct allocation {
        void* memory;
        std::size_t bytes;
    };
    /// what the workspace has no room for, or what the caller's resource gives
    std::vector<allocation> beyond_scratch_;
};

} // namespace gpu::inline v0::detail
