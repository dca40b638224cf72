// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ownership of device memory.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/memory_source.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::detail {

/// The alignment in bytes of all memory from devices and memory resources, and of page-locked
/// memory.
inline constexpr std::size_t memory_alignment = 256;

/// Owns bytes on a device, or none. A moved-from object owns none.
class device_memory {
public:
    explicit device_memory(memory_source source) noexcept : source_(source) {}
    /// Allocates, unless `bytes` is 0. Throws gpu::out_of_memory or gpu::no_device, or an exception
    /// of the resource.
    device_memory(memory_source source, std::size_t bytes) : source_(source), bytes_(bytes) {
        if (bytes == 0) return;
        if (auto* const resource = source.resource()) {
            data_ = resource->allocate(bytes);
        } else {
            call_result allocated;
            gpualgo_v0_allocate(source.device().id(), bytes, &data_, &allocated);
            raise(allocated);
        }
    }
    device_memory(device_memory&& other) noexcept
        : source_(other.source_), data_(std::exchange(other.data_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    device_memory& operator=(device_memory other) noexcept {
        std::swap(source_, other.source_);
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~device_memory() {
        if (data_ == nullptr) return;
        if (auto* const resource = source_.resource()) resource->deallocate(data_, bytes_);
        else gpualgo_v0_deallocate(source_.device().id(), data_);
    }

    [[nodiscard]] memory_source source() const noexcept { return source_; }
    [[nodiscard]] gpu::device device() const noexcept { return source_.device(); }
    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    memory_source source_;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Copies bytes between any two memories, and waits. Throws gpu::error.
inline void copy_bytes(gpu::device to, void* target, gpu::device from, void const* source,
                       std::size_t bytes) {
    if (bytes == 0) return;
    call_result copied;
    gpualgo_v0_copy(to.id(), target, from.id(), source, bytes, &copied);
    raise(copied);
}

/// Writes n copies of an element of `size` bytes, and waits. Throws gpu::error.
inline void fill_elements(gpu::device on, void* target, std::size_t n, void const* element,
                          std::size_t size) {
    if (n == 0) return;
    call_result filled;
    gpualgo_v0_fill(on.id(), target, n, element, static_cast<std::uint32_t>(size), &filled);
    raise(filled);
}

} // namespace gpu::inline v0::detail
