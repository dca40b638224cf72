// SPDX-License-Identifier: Apache-2.0
#include "fill.hpp"

#include "check.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpu::inline v0::detail {
namespace {

/// Sixteen bytes of a fill, as they lie at every address that is a multiple of sixteen.
struct fill_pattern {
    uint4 bits;
    __device__ unsigned char byte(unsigned i) const {
        unsigned const word = i < 4 ? bits.x : i < 8 ? bits.y : i < 12 ? bits.z : bits.w;
        return static_cast<unsigned char>(word >> i % 4 * 8);
    }
};

/// Writes the pattern to the bytes from `first` to `last`, sixteen at once but at the ends.
__global__ void __launch_bounds__(256) fill_bytes(std::uintptr_t first, std::uintptr_t last, fill_pattern pattern) {
    constexpr std::uintptr_t width = sizeof(uint4);
    std::uintptr_t const stride = std::uintptr_t{gridDim.x} * blockDim.x * width;
    for (std::uintptr_t at = first / width * width + (std::uintptr_t{blockIdx.x} * blockDim.x + threadIdx.x) * width; at < last; at += stride) {
        if (at >= first && last - at >= width) {
            *reinterpret_cast<uint4*>(at) = pattern.bits;
        } else {
            for (unsigned i = 0; i < width; ++i)
                if (at + i >= first && at + i < last) *reinterpret_cast<unsigned char*>(at + i) = pattern.byte(i);
        }
    }
}

/// For elements that go into sixteen bytes.
void fill_by_kernel(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n, void const* element, std::size_t size) {
    auto first = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t last = first + n * size;
    unsigned char bytes[sizeof(fill_pattern)];
    for (std::size_t i = 0; i < sizeof bytes; ++i) bytes[(first + i) % sizeof bytes] = static_cast<unsigned char const*>(element)[i % size];
    fill_pattern pattern;
    std::memcpy(&pattern, bytes, sizeof pattern);

    constexpr unsigned threads = 256;
    std::size_t const blocks = (last - first) / (threads * sizeof bytes) + 1;
    auto const grid = static_cast<unsigned>(std::min(blocks, 8 * multiprocessors));
    void* arguments[] = {&first, &last, &pattern};
    check_cuda(cudaLaunchKernel(reinterpret_cast<void const*>(&fill_bytes), grid, threads, arguments, 0, stream), "cudaLaunchKernel");
}

/// For elements of any size: one from the host, and then copies of what is already there.
void fill_by_doubling(cudaStream_t stream, void* memory, std::size_t n, void const* element, std::size_t size) {
    check_cuda(cudaMemcpyAsync(memory, element, size, cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync");
    for (std::size_t filled = 1; filled < n; filled *= 2) {
        std::size_t const more = std::min(filled, n - filled);
        check_cuda(cudaMemcpyAsync(static_cast<unsigned char*>(memory) + filled * size, memory, more * size, cudaMemcpyDeviceToDevice, stream), "cudaMemcpyAsync");
    }
}

} // namespace

void fill_on(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n, void const* element, std::size_t size) {
    if (n == 0) return;
    if (sizeof(fill_pattern) % size == 0) fill_by_kernel(stream, multiprocessors, memory, n, element, size);
    else fill_by_doubling(stream, memory, n, element, size);
}

cudaError_t load_a_kernel(int ordinal) noexcept {
    int former = 0;
    cudaError_t code = cudaGetDevice(&former);
    if (code == cudaSuccess) code = cudaSetDevice(ordinal);
    if (code != cudaSuccess) return code;
    cudaFuncAttributes attributes;
    code = cudaFuncGetAttributes(&attributes, reinterpret_cast<void const*>(&fill_bytes));
    if (former != ordinal) (void)cudaSetDevice(former);
    return code;
}

} // namespace gpu::inline v0::detail
