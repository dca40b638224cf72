// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of kernel/reduce/launches.hpp in a program, on a GPU. The library lends memory and
/// stream. Launches go through the program's own CUDA runtime, which knows the program's kernels.
#pragma once

#include <gpualgo/abi/external_queue.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <string>

// `nvcc` keeps the names apart from those in files of the same program that g++ compiles.
namespace gpu::inline v0::detail::inline nvcc {

/// The kernel of a body. The largest block bounds the registers per thread.
template <class Body, class Arguments, class Op>
__global__ void __launch_bounds__(largest_block<Body>, least_blocks<Body>)
    run_in_program(Arguments arguments, Op op, unsigned* arrivals) {
    Body::run(kernel::cuda_context(arrivals), arguments, op);
}

/// The access of one call to a GPU.
class program_queue {
public:
    /// @param lent closed by the caller after the call
    /// @param ran filled by launches
    /// @param leaves whether the result stays on the GPU, without waiting for it
    program_queue(external_queue const& lent, call_result& ran, bool leaves)
        : lent_(lent), ran_(ran), leaves_(leaves) {
        // The library has made the GPU's context current, unless the GPU already was the current
        // device of its runtime. This runtime may then have another current device.
        int const ordinal = static_cast<int>(ran.device.ordinal);
        check(cudaGetDevice(&former_device_), "cudaGetDevice");
        if (former_device_ == ordinal) return;
        check(cudaSetDevice(ordinal), "cudaSetDevice");
        is_changed_ = true;
    }
    program_queue(program_queue const&) = delete;
    program_queue& operator=(program_queue const&) = delete;
    ~program_queue() {
        // clear the error: otherwise the program's next check would report it
        if (is_changed_ && cudaSetDevice(former_device_) != cudaSuccess) (void)cudaGetLastError();
    }

    template <class T>
    T* allocate(std::size_t count) {
        void* memory = nullptr;
        call_result allocated;
        gpualgo_v0_queue_allocate(lent_.handle, count * sizeof(T), &memory, &allocated);
        raise(allocated);
        return static_cast<T*>(memory);
    }

    template <class T>
    T* result() {
        return static_cast<T*>(lent_.result);
    }

    /// The number of blocks that certainly run at once with 64 registers per thread. Kernels with
    /// more registers may have fewer.
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return lent_.multiprocessors * std::max(1U, 1024 / threads);
    }

    /// @return memory for one launch whose blocks wait for each other
    [[nodiscard]] look_back_memory look_back(std::size_t bytes, std::size_t) {
        constexpr std::size_t control_bytes = 256; // keeps the words aligned
        auto* const memory = allocate<std::byte>(control_bytes + bytes);
        check(cudaMemsetAsync(memory, 0, control_bytes + bytes,
                              static_cast<cudaStream_t>(lent_.stream)),
              "cudaMemsetAsync");
        return {reinterpret_cast<unsigned long long*>(memory), memory + control_bytes};
    }

    /// @return a word that is zero before each launch, which has to leave it so
    [[nodiscard]] unsigned long long* zero_word() const {
        return reinterpret_cast<unsigned long long*>(lent_.arrivals);
    }

    /// @return bytes of shared memory that a block may have
    [[nodiscard]] std::size_t most_shared_bytes() const {
        int bytes = 0;
        check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                     static_cast<int>(ran_.device.ordinal)),
              "cudaDeviceGetAttribute");
        return static_cast<std::size_t>(bytes);
    }

    template <class Body, class Arguments, class Op>
    void launch(launch_config shape, Arguments arguments, Op op) {
        auto const kernel = &run_in_program<Body, Arguments, Op>;
        allow_shared_memory(reinterpret_cast<void const*>(kernel), shape);
        void* pointers[] = {__builtin_addressof(arguments), __builtin_addressof(op),
                            &lent_.arrivals};
        check(cudaLaunchKernel(reinterpret_cast<void const*>(kernel),
                               static_cast<unsigned>(shape.grid), shape.block, pointers,
                               shape.shared_bytes, static_cast<cudaStream_t>(lent_.stream)),
              "cudaLaunchKernel");
        note_launch(ran_, shape, name_of_kernel<Body>);
    }

    template <class T>
    T fetch(T const* result) {
        // T may have no default constructor
        if (leaves_) return std::bit_cast<T>(std::array<std::byte, sizeof(T)>{});
        call_result waited;
        gpualgo_v0_queue_wait(lent_.handle, &waited);
        raise(waited);
        return *result;
    }

    /// @return the GPU
    [[nodiscard]] device_id device() const { return ran_.device; }

private:
    void check(cudaError_t code, char const* call) const {
        if (code == cudaSuccess) return;
        (void)cudaGetLastError(); // clears the error, which the exception reports
        call_result failed;
        gpualgo_v0_queue_fail(lent_.handle, code, call, &failed);
        raise(failed);
    }

    /// Raises the limit of shared memory per block, which is 48 KiB by default, to the GPU's. A
    /// lower one could be another thread's, which needs less for its launch of the same kernel.
    void allow_shared_memory(void const* kernel, launch_config const& shape) const {
        if (shape.shared_bytes <= 48 * 1024) return;
        std::size_t const most = most_shared_bytes();
        if (shape.shared_bytes > most)
            throw std::invalid_argument(
                std::string(lent_.algorithm) + ": elements of this size need " +
                std::to_string(shape.shared_bytes) + " bytes of shared memory in a block of " +
                std::to_string(shape.block) + " threads; the GPU has " + std::to_string(most) +
                ". Use a smaller block_size");
        // otherwise the L1 cache may take the room for further blocks
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared),
              "cudaFuncSetAttribute");
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(most)),
              "cudaFuncSetAttribute");
    }

    external_queue lent_;
    call_result& ran_;
    bool leaves_;
    int former_device_ = 0;
    bool is_changed_ = false;
};

} // namespace gpu::inline v0::detail::inline nvcc
