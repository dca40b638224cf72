// SPDX-License-Identifier: Apache-2.0
#include "staging.hpp"

#include "check.hpp"
#include "host/memory.hpp"
#include "staging_lease.hpp"

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

constexpr std::size_t chunk_bytes = staging_buffer::size;
constexpr std::size_t least_staged = std::size_t{1} << 20; ///< below, CUDA's own copy is as fast

void upload(cudaStream_t stream, std::byte* target, std::byte const* source, std::size_t bytes) {
    staging_lease const buffers;
    for (std::size_t begin = 0; begin < bytes; begin += chunk_bytes) {
        auto const& buffer = buffers[begin / chunk_bytes];
        std::size_t const size = std::min(chunk_bytes, bytes - begin);
        buffer.wait();
        copy_on_host(buffer.memory, source + begin, size);
        buffer.transfer(target + begin, buffer.memory, size, stream);
    }
    check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

void download(cudaStream_t stream, std::byte* target, std::byte const* source, std::size_t bytes) {
    staging_lease const buffers;
    auto const size_from = [bytes](std::size_t begin) {
        return std::min(chunk_bytes, bytes - begin);
    };
    auto const fetch = [&](std::size_t begin) {
        auto const& buffer = buffers[begin / chunk_bytes];
        buffer.wait();
        copy_on_host(target + begin, buffer.memory, size_from(begin));
    };
    std::size_t last = 0;
    for (std::size_t begin = 0; begin < bytes; begin += chunk_bytes) {
        auto const& buffer = buffers[begin / chunk_bytes];
        buffer.transfer(buffer.memory, source + begin, size_from(begin), stream);
        if (begin > 0) fetch(last); // while the next chunk is transferred
        last = begin;
    }
    fetch(last);
}

cudaMemoryType type_at(void const* memory) {
    cudaPointerAttributes attributes{};
    check_cuda(cudaPointerGetAttributes(&attributes, memory), "cudaPointerGetAttributes");
    return attributes.type;
}

/// The kinds of memory at both ends of a range.
struct memory_range {
    cudaMemoryType first; ///< of the first byte
    cudaMemoryType last;

    memory_range(void const* memory, std::size_t bytes)
        : first(type_at(memory)),
          last(first == cudaMemoryTypeDevice
                   ? first
                   : type_at(static_cast<std::byte const*>(memory) + bytes - 1)) {}

    /// Whether it is host memory that is only partly page-locked. CUDA refuses to copy such a
    /// range.
    [[nodiscard]] bool is_partly_locked() const { return first != last; }
    [[nodiscard]] bool is_plain() const { return first == cudaMemoryTypeUnregistered; }
    [[nodiscard]] bool is_locked() const { return first == cudaMemoryTypeHost && last == first; }
    [[nodiscard]] bool needs_staging(std::size_t bytes) const {
        return is_partly_locked() || (is_plain() && bytes >= least_staged);
    }
};

} // namespace

bool is_page_locked(void const* memory, std::size_t bytes) {
    return memory_range(memory, bytes).is_locked();
}

void copy_staged(cudaStream_t stream, void* target, void const* source, std::size_t bytes) {
    auto* const to = static_cast<std::byte*>(target);
    auto const* const from = static_cast<std::byte const*>(source);
    memory_range const read(source, bytes);
    memory_range const written(target, bytes);
    if (read.needs_staging(bytes)) return upload(stream, to, from, bytes);
    if (written.needs_staging(bytes)) return download(stream, to, from, bytes);

    cudaError_t const code = cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream);
    if (code == cudaErrorInvalidValue && (read.is_locked() || written.is_locked())) {
        // locked in pieces, which CUDA does not copy in one call
        ignore_failure(code);
        return read.is_locked() ? upload(stream, to, from, bytes)
                                : download(stream, to, from, bytes);
    }
    check_cuda(code, "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

} // namespace gpu::inline v0::detail
