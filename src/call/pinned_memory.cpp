// SPDX-License-Identifier: Apache-2.0
#include "pinned_memory.hpp"

#include "backend.hpp"
#include "host/memory.hpp"

#include <gpualgo/error.hpp>

#include <string>

#include <sys/mman.h>

namespace gpu::inline v0::detail {

void* allocate_pinned(std::size_t bytes) {
    // Not from the heap: its bookkeeping beside the memory must not lie on locked pages.
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        auto const available = free_memory();
        throw out_of_memory("the host has no " + std::to_string(bytes) + " bytes; " +
                                std::to_string(available) + " are free",
                            bytes, available);
    }
    try {
        if (cuda_backend().count() > 0) cuda_backend().lock_pages(memory, bytes);
    } catch (...) {
        munmap(memory, bytes);
        throw;
    }
    return memory;
}

void deallocate_pinned(void* memory, std::size_t bytes) noexcept {
    cuda_backend().unlock_pages(memory);
    munmap(memory, bytes); // rounds up to pages, as mmap does
}

} // namespace gpu::inline v0::detail
