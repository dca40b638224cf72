// SPDX-License-Identifier: Apache-2.0
/// @file
/// limiting_resource: a memory resource with a limit on the bytes in use.
#pragma once

#include <gpualgo/detail/mutex.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/memory_resource.hpp>

#include <cstddef>
#include <string>

namespace gpu::inline v0 {

/// Allocates from another resource, up to a limit.
class limiting_resource final : public memory_resource {
public:
    /// @param upstream the resource to allocate from; outlives this
    /// @param limit the maximum number of bytes in use at once
    limiting_resource(memory_resource& upstream, std::size_t limit)
        : upstream_(upstream), limit_(limit) {}

    [[nodiscard]] gpu::device device() const noexcept override { return upstream_.device(); }

    /// @param bytes the size, not 0
    /// @return the address, a multiple of 256
    /// @throws gpu::out_of_memory beyond the limit, and what upstream throws
    [[nodiscard]] void* allocate(std::size_t bytes) override {
        take(bytes);
        try {
            return upstream_.allocate(bytes);
        } catch (...) {
            give_back(bytes);
            throw;
        }
    }

    void deallocate(void* memory, std::size_t bytes) noexcept override {
        upstream_.deallocate(memory, bytes);
        give_back(bytes);
    }

    /// @return the number of bytes in use
    [[nodiscard]] std::size_t used() const noexcept {
        std::lock_guard const lock(mutex_);
        return used_;
    }
    /// @return the maximum number of bytes in use at once
    [[nodiscard]] std::size_t limit() const noexcept { return limit_; }

private:
    void take(std::size_t bytes) {
        std::lock_guard const lock(mutex_);
        if (bytes > limit_ - used_)
            throw out_of_memory("gpu::limiting_resource of " + std::to_string(limit_) +
                                    " bytes has no " + std::to_string(bytes) + "; " +
                                    std::to_string(limit_ - used_) + " are free",
                                bytes, limit_ - used_);
        used_ += bytes;
    }
    void give_back(std::size_t bytes) noexcept {
        std::lock_guard const lock(mutex_);
        used_ -= bytes;
    }

    memory_resource& upstream_;
    std::size_t limit_;
    mutable std::mutex mutex_;
    std::size_t used_ = 0;
};

} // namespace gpu::inline v0
