// SPDX-License-Identifier: Apache-2.0
/// @file
/// launch: runs a program's own kernel on a GPU. The same kernel runs on the simulated device, see
/// gpualgo/simulated.hpp.
#pragma once

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/kernel/cuda_array.cuh>
#include <gpualgo/kernel/cuda_atomics.cuh>
#include <gpualgo/launch_arguments.hpp>
#include <gpualgo/launch_shape.hpp>
#include <gpualgo/stream.hpp>

#include <cooperative_groups.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0 {

namespace kernel {

/// An array of a kernel, with its size.
/// @tparam T the elements' type; const if they are only read
template <class T>
struct cuda_range : cuda_array<T> {
    std::size_t n; ///< elements

    /// @return elements
    __device__ __forceinline__ std::size_t size() const { return n; }
};

/// The context of programs' kernels on a GPU: cooperative groups of any shape of block.
class cuda_grid_context {
public:
    /// @param arrivals a counter in global memory for `is_last_block`: 0 before the launch
    __device__ __forceinline__ explicit cuda_grid_context(unsigned* arrivals)
        : arrivals_(arrivals) {}

    /// @return the calling thread's block
    __device__ __forceinline__ static cooperative_groups::thread_block block() {
        return cooperative_groups::this_thread_block();
    }
    /// @return the block's place in the grid
    __device__ __forceinline__ static std::size_t block_rank() {
        return (std::size_t{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    /// @return blocks in the grid
    __device__ __forceinline__ static std::size_t num_blocks() {
        return std::size_t{gridDim.x} * gridDim.y * gridDim.z;
    }
    /// @tparam N threads of a tile: 1, 2, 4, 8, 16 or 32
    /// @return the calling thread's tile of its block
    template <unsigned N>
    __device__ __forceinline__ static auto tile() {
        return cooperative_groups::tiled_partition<N>(block());
    }
    /// @return the threads of the calling thread's warp that run this together
    __device__ __forceinline__ static cooperative_groups::coalesced_group coalesced_threads() {
        return cooperative_groups::coalesced_threads();
    }

    /// @return the block's dynamic shared memory, as elements of T
    template <class T>
    __device__ __forceinline__ static cuda_array<T> shared() {
        extern __shared__ uint4 gpualgo_shared[];
        static_assert(alignof(T) <= alignof(uint4));
        return {reinterpret_cast<T*>(gpualgo_shared)};
    }
    /// @return global memory
    template <class T>
    __device__ __forceinline__ static cuda_array<T> global(T* memory) {
        return {memory};
    }

    /// Called once by all threads of every block of the grid, after their last writes for other
    /// blocks.
    /// @return whether this block is the last to call; it then sees what all blocks wrote before
    /// they called
    __device__ __forceinline__ bool is_last_block() const {
        auto const all = block();
        all.sync(); // the block's writes happen before the one thread's release
        bool last = false;
        if (all.thread_rank() == 0) last = arrive(arrivals_) == num_blocks() - 1;
        return __syncthreads_or(last) != 0;
    }

private:
    unsigned* arrivals_;
};

} // namespace kernel

namespace detail::inline nvcc {

template <class Body, class... Arguments>
__global__ void run_program_kernel(Body body, unsigned* arrivals, Arguments... arguments) {
    body(kernel::cuda_grid_context(arrivals), arguments...);
}

inline void check_launch(cudaError_t code, char const* call) {
    if (code == cudaSuccess) return;
    (void)cudaGetLastError(); // clears the error, which the exception reports
    throw error(std::string("gpu::launch: ") + call + ": " + cudaGetErrorString(code), code);
}

/// A range as kernels take it. Host memory is refused.
template <class Argument>
auto passed_to_gpu(Argument const& argument, std::size_t) {
    return argument;
}
template <class T>
kernel::cuda_range<T> passed_to_gpu(memory_argument<T> const& argument, std::size_t place) {
    cudaPointerAttributes found{};
    if (argument.n > 0) {
        check_launch(cudaPointerGetAttributes(&found, argument.first), "cudaPointerGetAttributes");
        if (found.devicePointer == nullptr)
            throw std::invalid_argument("gpu::launch: argument " + std::to_string(place) +
                                        " lies in memory that a GPU cannot access");
    }
    return {{argument.first}, argument.n};
}

/// The counter of `is_last_block`, for one launch.
class arrival_counter {
public:
    explicit arrival_counter(cudaStream_t stream) : stream_(stream) {
        check_launch(cudaMallocAsync(&counter_, sizeof(unsigned), stream), "cudaMallocAsync");
        if (cudaError_t const failed = cudaMemsetAsync(counter_, 0, sizeof(unsigned), stream)) {
            (void)cudaFreeAsync(counter_, stream);
            check_launch(failed, "cudaMemsetAsync");
        }
    }
    arrival_counter(arrival_counter const&) = delete;
    arrival_counter& operator=(arrival_counter const&) = delete;
    ~arrival_counter() {
        if (cudaFreeAsync(counter_, stream_) != cudaSuccess) (void)cudaGetLastError();
    }
    [[nodiscard]] unsigned* get() const { return static_cast<unsigned*>(counter_); }

private:
    cudaStream_t stream_;
    void* counter_ = nullptr;
};

/// Raises a kernel's limit of shared memory per block, which is 48 KiB by default, to the GPU's. A
/// lower one could be another thread's, which needs less for its launch of the same kernel.
inline void allow_shared_memory(void const* kernel, std::size_t bytes) {
    int device = 0, most = 0;
    cudaFuncAttributes fixed{};
    check_launch(cudaGetDevice(&device), "cudaGetDevice");
    check_launch(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
                 "cudaDeviceGetAttribute");
    check_launch(cudaFuncGetAttributes(&fixed, kernel), "cudaFuncGetAttributes");
    int const rest = most - static_cast<int>(fixed.sharedSizeBytes); // beside __shared__ variables
    check_launch(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      std::max(rest, static_cast<int>(bytes))),
                 "cudaFuncSetAttribute"); // fails if the GPU has less than `bytes`
}

/// Places the arguments and launches.
template <class Body, class... Arguments>
void launch_program_kernel(cudaStream_t stream, launch_shape const& shape, Body const& body,
                           Arguments... arguments) {
    auto const kernel = &run_program_kernel<Body, Arguments...>;
    if (shape.shared_bytes > 48 * 1024)
        allow_shared_memory(reinterpret_cast<void const*>(kernel), shape.shared_bytes);
    arrival_counter const arrivals(stream);
    cudaLaunchConfig_t config{};
    config.gridDim = ::dim3(shape.grid.x, shape.grid.y, shape.grid.z);
    config.blockDim = ::dim3(shape.block.x, shape.block.y, shape.block.z);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream;
    // not <<<>>>, whose failure is the thread's last error: that may be an older one
    check_launch(cudaLaunchKernelEx(&config, kernel, body, arrivals.get(), arguments...), "launch");
}

} // namespace detail::inline nvcc

/// Runs a kernel on a GPU: each thread of a grid of blocks calls `body`. Does not wait for it.
///
/// The kernel is as for `gpu::simulated::launch`: a callable object, or a `__device__` lambda. It
/// gets a context with the same members, and arrays with the same members.
///
/// **Requires** ranges in memory of the stream's GPU, such as those of `gpu::device_vector`. The
/// stream's GPU is the current device of the program's CUDA runtime.<br>
///
/// **Stream behaviour** The kernel runs after earlier work of the stream. Faults of the kernel are
/// reported by later calls.<br>
///
/// @param where the stream; `gpu::stream_view(gpu::device::cuda(), nullptr)` is the default stream
/// @param shape blocks, threads and shared memory
/// @param body the kernel
/// @param arguments contiguous ranges and trivially copyable values
/// @throws std::invalid_argument if a range lies in memory that a GPU cannot access, or the stream
/// is not of a GPU
/// @throws gpu::error if CUDA refuses the launch
template <class Body, class... Arguments>
void launch(stream_view where, launch_shape const& shape, Body const& body,
            Arguments&&... arguments) {
    if (where.device().kind() != device_kind::cuda)
        throw std::invalid_argument("gpu::launch: the stream is not of a GPU; "
                                    "gpu::simulated::launch runs kernels on the CPU");
    if (shape.block.volume() == 0 || shape.block.volume() > 1024 || shape.grid.volume() == 0)
        throw std::invalid_argument(
            "gpu::launch: a grid of " + std::to_string(shape.grid.volume()) + " blocks of " +
            std::to_string(shape.block.volume()) + " threads; a block has 1 to 1024");
    auto const launch_with = [&]<std::size_t... I>(std::index_sequence<I...>) {
        detail::launch_program_kernel(
            static_cast<cudaStream_t>(where.native_handle()), shape, body,
            detail::passed_to_gpu(detail::as_argument(arguments), I + 1)...);
    };
    launch_with(std::index_sequence_for<Arguments...>{});
}

/// The same on the default stream of the first GPU.
/// @param shape blocks, threads and shared memory
/// @param body the kernel
/// @param arguments contiguous ranges and trivially copyable values
template <class Body, class... Arguments>
void launch(launch_shape const& shape, Body const& body, Arguments&&... arguments) {
    launch(stream_view(device::cuda(), nullptr), shape, body,
           static_cast<Arguments&&>(arguments)...);
}

} // namespace gpu::inline v0
