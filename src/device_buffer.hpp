// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of a device for as long as a call takes: copies of what devices cannot read where it lies.
#pragma once

#include "backend.hpp"
#include "selection.hpp"

#include <gpualgo/detail/request.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Owns bytes of a device.
class device_buffer {
public:
    /// Unwritten. Throws gpu::out_of_memory.
    device_buffer(device_id device, std::size_t bytes) : device_(device), bytes_(bytes), memory_(backend_of(device).allocate(device.ordinal, bytes)) {}
    device_buffer(device_buffer const&) = delete;
    device_buffer& operator=(device_buffer const&) = delete;
    ~device_buffer() { backend_of(device_).deallocate(device_.ordinal, memory_); }

    /// Fills all of it from the host, and waits.
    void upload(void const* source) { backend_of(device_).copy(memory_, source, bytes_); }
    /// Copies all of it to the host, and waits.
    void download(void* target) const { backend_of(device_).copy(target, memory_, bytes_); }

    [[nodiscard]] void* data() const { return memory_; }

private:
    device_id device_;
    std::size_t bytes_;
    void* memory_;
};

} // namespace gpu::inline v0::detail
