// SPDX-License-Identifier: Apache-2.0
/// @file
/// pool_resource: keeps freed memory, and reuses it.
#pragma once

#include <gpualgo/detail/mutex.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/memory_resource.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace gpu::inline v0 {

/// Rounds sizes up to powers of two, and keeps a list of idle blocks for each. Returns idle blocks
/// to upstream when upstream has no more memory, in `release`, and in its destructor.
///
/// A block is reused as soon as it is given back, also by work on another stream.
class pool_resource final : public memory_resource {
public:
    /// @param upstream the resource to allocate from; outlives this
    explicit pool_resource(memory_resource& upstream) : upstream_(upstream) {}
    /// Requires that all memory has been given back.
    ~pool_resource() override { release(); }

    [[nodiscard]] gpu::device device() const noexcept override { return upstream_.device(); }

    /// @param bytes the size, not 0
    /// @return the address, a multiple of 256
    /// @throws gpu::out_of_memory for more than half of the address space
    /// @throws std::bad_alloc if upstream has no memory even after all idle blocks were returned
    [[nodiscard]] void* allocate(std::size_t bytes) override {
        if (bytes > largest)
            throw out_of_memory(
                "gpu::pool_resource: more than half of the address space was asked for", bytes, 0);
        std::lock_guard const lock(mutex_);
        auto& list = lists_[class_of(bytes)];
        list.idle.reserve(list.blocks + 1); // so that deallocate cannot fail
        if (list.idle.empty()) list.idle.push_back(allocate_upstream(block_bytes(bytes), list));
        void* const memory = list.idle.back();
        list.idle.pop_back();
        return memory;
    }

    void deallocate(void* memory, std::size_t bytes) noexcept override {
        std::lock_guard const lock(mutex_);
        lists_[class_of(bytes)].idle.push_back(memory);
    }

    /// Returns all idle blocks to upstream.
    void release() noexcept {
        std::lock_guard const lock(mutex_);
        release_idle();
    }

private:
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t largest = ~(~std::size_t{0} >> 1);

    struct blocks_of_a_size {
        std::vector<void*> idle;
        std::size_t blocks = 0; ///< idle or not
    };

    static std::size_t block_bytes(std::size_t bytes) {
        return std::bit_ceil(bytes < smallest ? smallest : bytes);
    }
    static std::size_t class_of(std::size_t bytes) {
        return static_cast<std::size_t>(std::countr_zero(block_bytes(bytes)));
    }

    void* allocate_upstream(std::size_t bytes, blocks_of_a_size& list) {
        void* memory = nullptr;
        try {
            memory = upstream_.allocate(bytes);
        } catch (std::bad_alloc const&) {
            release_idle();
            memory = upstream_.allocate(bytes);
        }
        ++list.blocks;
        return memory;
    }

    void release_idle() noexcept {
        for (std::size_t i = 0; i < lists_.size(); ++i) {
            for (void* const memory : lists_[i].idle)
                upstream_.deallocate(memory, std::size_t{1} << i);
            lists_[i].blocks -= lists_[i].idle.size();
            lists_[i].idle.clear();
        }
    }

    memory_resource& upstream_;
    std::mutex mutex_;
    std::array<blocks_of_a_size, 64> lists_;
};

} // namespace gpu::inline v0
