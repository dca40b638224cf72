// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"
#include "device_scope.hpp"
#include "fill.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

constexpr unsigned threads = 256;
constexpr std::uintptr_t width = sizeof(fill_pattern);

/// Writes the pattern to the bytes from `first` to `last`, 16 at a time except at the ends.
__global__ void __launch_bounds__(threads)
    fill_bytes(std::uintptr_t first, std::uintptr_t last, fill_pattern pattern) {
    std::uintptr_t const stride = std::uintptr_t{gridDim.x} * threads * width;
    for (std::uintptr_t at =
             first / width * width + (std::uintptr_t{blockIdx.x} * threads + threadIdx.x) * width;
         at < last; at += stride) {
        if (at >= first && last - at >= width) {
            *reinterpret_cast<fill_pattern*>(at) = pattern;
        } else {
            for (unsigned i = 0; i < width; ++i)
                if (at + i >= first && at + i < last)
                    *reinterpret_cast<unsigned char*>(at + i) =
                        static_cast<unsigned char>(pattern.words[i / 4] >> i % 4 * 8);
        }
    }
}

} // namespace

void fill_bytes_on(cudaStream_t stream, std::size_t multiprocessors, std::uintptr_t first,
                   std::uintptr_t last, fill_pattern pattern) {
    std::size_t const blocks = (last - first) / (threads * width) + 1;
    auto const grid = static_cast<unsigned>(std::min(blocks, 8 * multiprocessors));
    void* arguments[] = {&first, &last, &pattern};
    check_cuda(cudaLaunchKernel(reinterpret_cast<void const*>(&fill_bytes), grid, threads,
                                arguments, 0, stream),
               "cudaLaunchKernel");
}

bool is_built_for(int capability) noexcept {
    constexpr int built[] = {__CUDA_ARCH_LIST__}; // 900 stands for 9.0
    auto const runs_on = [capability](int architecture) {
        int const least = architecture / 10;
        return capability / 10 == least / 10 && capability >= least;
    };
    return std::ranges::any_of(built, runs_on) || 10 * capability > std::ranges::max(built);
}

namespace {

/// Loads the kernel, which creates a context.
cudaError_t load(std::uint32_t ordinal, cudaFuncAttributes& attributes) noexcept {
    try {
        device_scope const scope(ordinal);
        auto const code =
            cudaFuncGetAttributes(&attributes, reinterpret_cast<void const*>(&fill_bytes));
        ignore_failure(code); // the caller reports it: no later call may find it
        return code;
    } catch (error const& failure) {
        return static_cast<cudaError_t>(failure.code());
    } catch (out_of_memory const& failure) {
        return static_cast<cudaError_t>(failure.code());
    }
}

} // namespace

cudaError_t load_a_kernel(std::uint32_t ordinal) noexcept {
    cudaFuncAttributes attributes;
    return load(ordinal, attributes);
}

int architecture_of_kernels(std::uint32_t ordinal) noexcept {
    cudaFuncAttributes attributes;
    // of PTX that the driver has translated, the version of the PTX counts
    return load(ordinal, attributes) == cudaSuccess ? attributes.ptxVersion : 0;
}

} // namespace gpu::inline v0::detail
