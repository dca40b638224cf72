// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory for the stacks of a block's fibers.
#pragma once

#include <cstddef>
#include <new>
#include <span>

#include <sys/mman.h>

namespace gpu::inline v0::simulated {

/// Stacks in one mapping; only pages that are touched take memory.
class stacks {
public:
    /// Bytes per stack. A kernel needs some hundred, an exception some thousand; sanitizers make
    /// frames larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    static constexpr std::size_t bytes = 256 << 10;
#else
    static constexpr std::size_t bytes = 64 << 10;
#endif

    /// @param count number of stacks
    /// @throws std::bad_alloc
    explicit stacks(std::size_t count)
        : bytes_(guard + count * bytes),
          memory_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        ::mprotect(memory_, guard, PROT_NONE); // below the lowest stack; the others have canaries
        ::madvise(memory_, bytes_,
                  MADV_NOHUGEPAGE); // a huge page would hold many stacks, and take memory for all
    }
    stacks(stacks const&) = delete;
    stacks& operator=(stacks const&) = delete;
    ~stacks() { ::munmap(memory_, bytes_); }

    /// @return a stack. Stacks begin at different cache lines of their pages, because a block
    /// switches between all of them. A cache holds only a few lines with equal page offsets.
    [[nodiscard]] std::span<std::byte> operator[](std::size_t i) const {
        return {static_cast<std::byte*>(memory_) + guard + i * bytes, bytes - i % 64 * 64};
    }

private:
    static constexpr std::size_t guard = 64 << 10;

    std::size_t bytes_;
    void* memory_;
};

} // namespace gpu::inline v0::simulated
