// SPDX-License-Identifier: Apache-2.0
/// @file
/// Owns memory of a device.
#pragma once

#include <gpualgo/detail/outcome.hpp>
#include <gpualgo/detail/request.hpp>
#include <gpualgo/device.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::detail {

/// Bytes on a device, or none. Moves leave none behind.
class device_memory {
public:
    explicit device_memory(gpu::device device) noexcept : device_(device) {}
    /// Allocates; no bytes need no memory. Throws gpu::out_of_memory or gpu::no_device.
    device_memory(gpu::device device, std::size_t bytes) : device_(device) {
        if (bytes == 0) return;
        outcome allocated;
        gpualgo_v0_allocate(device.id(), bytes, &data_, &allocated);
        raise(allocated);
    }
    device_memory(device_memory&& other) noexcept : device_(other.device_), data_(std::exchange(other.data_, nullptr)) {}
    device_memory& operator=(device_memory other) noexcept {
        std::swap(device_, other.device_);
        std::swap(data_, other.data_);
        return *this;
    }
    ~device_memory() {
        if (data_ != nullptr) gpualgo_v0_deallocate(device_.id(), data_);
    }

    [[nodiscard]] gpu::device device() const noexcept { return device_; }
    [[nodiscard]] void* data() const noexcept { return data_; }

private:
    gpu::device device_;
    void* data_ = nullptr;
};

/// Copies bytes between any two memories, and waits for them. Throws gpu::error.
inline void copy_bytes(gpu::device to, void* target, gpu::device from, void const* source, std::size_t bytes) {
    if (bytes == 0) return;
    outcome copied;
    gpualgo_v0_copy(to.id(), target, from.id(), source, bytes, &copied);
    raise(copied);
}

} // namespace gpu::inline v0::detail
