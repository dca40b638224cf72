// SPDX-License-Identifier: Apache-2.0
#include "staging.hpp"

#include "check.hpp"
#include "context.hpp"
#include "host/memory.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

/// enough to hide the fixed cost of a chunk
constexpr std::size_t chunk_bytes = std::size_t{8} << 20;
constexpr std::size_t least_staged = std::size_t{1} << 20; ///< below, CUDA's own copy is as fast

/// A page-locked buffer, and the event after its last transfer.
struct staging_buffer {
    std::byte* memory = nullptr;
    cudaEvent_t done = nullptr;
};

/// Two buffers, reused by later calls, because locking pages takes longer than copying them.
/// Destroyed only by a reset of the GPU, like workspaces.
struct staging_pair {
    staging_buffer buffers[2];
    staging_pair* next = nullptr;
};

void end(staging_pair& pair) noexcept {
    for (auto const& buffer : pair.buffers) {
        if (buffer.done != nullptr) ignore_failure(cudaEventDestroy(buffer.done));
        if (buffer.memory != nullptr) ignore_failure(cudaFreeHost(buffer.memory));
    }
}

staging_pair* make_pair() {
    auto pair = std::make_unique<staging_pair>();
    try {
        for (auto& buffer : pair->buffers) {
            void* memory = nullptr;
            check_cuda(cudaHostAlloc(&memory, chunk_bytes, cudaHostAllocPortable), "cudaHostAlloc",
                       chunk_bytes);
            buffer.memory = static_cast<std::byte*>(memory);
            check_cuda(cudaEventCreateWithFlags(&buffer.done, cudaEventDisableTiming),
                       "cudaEventCreateWithFlags");
        }
    } catch (...) {
        end(*pair);
        throw;
    }
    return pair.release();
}

std::mutex mutex; // protects all lists

/// Exclusive lease of a pair of buffers of the current GPU.
class staging_lease {
public:
    staging_lease() {
        int ordinal = 0;
        check_cuda(cudaGetDevice(&ordinal), "cudaGetDevice");
        context_ = context_of(static_cast<std::uint32_t>(ordinal));
        {
            std::lock_guard const lock(mutex);
            auto*& idle = idle_pairs();
            if (idle != nullptr) pair_ = std::exchange(idle, idle->next);
        }
        if (pair_ == nullptr) pair_ = make_pair();
    }
    staging_lease(staging_lease const&) = delete;
    staging_lease& operator=(staging_lease const&) = delete;
    ~staging_lease() {
        // transfers may still run after a failure
        for (auto const& buffer : pair_->buffers) ignore_failure(cudaEventSynchronize(buffer.done));
        std::lock_guard const lock(mutex);
        auto*& idle = idle_pairs();
        pair_->next = std::exchange(idle, pair_);
    }

    [[nodiscard]] staging_buffer const& operator[](std::size_t chunk) const {
        return pair_->buffers[chunk % 2];
    }

private:
    /// The list of the context in which the events were created. The constructor creates it, so
    /// that the destructor cannot fail.
    [[nodiscard]] staging_pair*& idle_pairs() const {
        static auto& lists = *new std::map<gpu_context, staging_pair*>;
        return lists[context_];
    }

    gpu_context context_;
    staging_pair* pair_ = nullptr;
};

/// Transfers a chunk over the bus.
void transfer(staging_buffer const& buffer, void* target, void const* source, std::size_t bytes,
              cudaStream_t stream) {
    check_cuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream),
               "cudaMemcpyAsync");
    check_cuda(cudaEventRecord(buffer.done, stream), "cudaEventRecord");
}

void wait_for(staging_buffer const& buffer) {
    check_cuda(cudaEventSynchronize(buffer.done), "cudaEventSynchronize");
}

void upload(cudaStream_t stream, std::byte* target, std::byte const* source, std::size_t bytes) {
    staging_lease const buffers;
    for (std::size_t begin = 0; begin < bytes; begin += chunk_bytes) {
        auto const& buffer = buffers[begin / chunk_bytes];
        std::size_t const size = std::min(chunk_bytes, bytes - begin);
        wait_for(buffer);
        copy_on_host(buffer.memory, source + begin, size);
        transfer(buffer, target + begin, buffer.memory, size, stream);
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
        wait_for(buffer);
        copy_on_host(target + begin, buffer.memory, size_from(begin));
    };
    std::size_t last = 0;
    for (std::size_t begin = 0; begin < bytes; begin += chunk_bytes) {
        auto const& buffer = buffers[begin / chunk_bytes];
        transfer(buffer, buffer.memory, source + begin, size_from(begin), stream);
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
