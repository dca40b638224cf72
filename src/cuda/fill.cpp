// SPDX-License-Identifier: Apache-2.0
#include "fill.hpp"

#include "check.hpp"

#include <algorithm>
#include <cstring>

namespace gpu::inline v0::detail {
namespace {

/// The pattern for elements whose size divides 16.
fill_pattern pattern_of(std::uintptr_t first, void const* element, std::size_t size) {
    unsigned char bytes[sizeof(fill_pattern)];
    for (std::size_t i = 0; i < sizeof bytes; ++i)
        bytes[(first + i) % sizeof bytes] = static_cast<unsigned char const*>(element)[i % size];
    fill_pattern pattern;
    std::memcpy(&pattern, bytes, sizeof pattern);
    return pattern;
}

/// Fills with elements of any size: copies one from the host, then doubles the filled part.
void fill_by_doubling(cudaStream_t stream, unsigned char* memory, std::size_t n,
                      void const* element, std::size_t size) {
    check_cuda(cudaMemcpyAsync(memory, element, size, cudaMemcpyHostToDevice, stream),
               "cudaMemcpyAsync");
    for (std::size_t filled = 1; filled < n; filled *= 2) {
        std::size_t const more = std::min(filled, n - filled);
        check_cuda(cudaMemcpyAsync(memory + filled * size, memory, more * size,
                                   cudaMemcpyDeviceToDevice, stream),
                   "cudaMemcpyAsync");
    }
}

} // namespace

void fill_on(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n,
             void const* element, std::size_t size) {
    if (n == 0) return;
    auto const first = reinterpret_cast<std::uintptr_t>(memory);
    if (sizeof(fill_pattern) % size == 0)
        fill_bytes_on(stream, multiprocessors, first, first + n * size,
                      pattern_of(first, element, size));
    else fill_by_doubling(stream, static_cast<unsigned char*>(memory), n, element, size);
}

} // namespace gpu::inline v0::detail
