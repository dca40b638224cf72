// SPDX-License-Identifier: Apache-2.0
/// @file
/// A memory resource that records its blocks, and can be told to fail.
#pragma once

#include <gpualgo/device_resource.hpp>

#include <cstddef>
#include <exception>
#include <map>
#include <new>

namespace test {

/// Allocates from a device and records each block. Not thread-safe.
class counting_resource : public gpu::memory_resource {
public:
    explicit counting_resource(gpu::device where) : upstream_(where) {}

    [[nodiscard]] gpu::device device() const noexcept override { return upstream_.device(); }

    [[nodiscard]] void* allocate(std::size_t bytes) override {
        if (++calls_ == failing_) throw std::bad_alloc();
        void* const memory = upstream_.allocate(bytes);
        blocks_.emplace(memory, bytes);
        return memory;
    }

    void deallocate(void* memory, std::size_t bytes) noexcept override {
        auto const block = blocks_.find(memory);
        // not allocated here, or with another size
        if (block == blocks_.end() || block->second != bytes) std::terminate();
        blocks_.erase(block);
        upstream_.deallocate(memory, bytes);
    }

    /// Lets the k-th call from now on throw std::bad_alloc; no call if k is 0.
    void fail(std::size_t k) { failing_ = k == 0 ? 0 : calls_ + k; }

    [[nodiscard]] std::size_t calls() const { return calls_; }
    [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (auto const& [memory, bytes] : blocks_) sum += bytes;
        return sum;
    }

private:
    gpu::device_resource upstream_;
    std::map<void*, std::size_t> blocks_;
    std::size_t calls_ = 0;
    std::size_t failing_ = 0;
};

} // namespace test
