// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory resources: the source of device memory for containers and for the scratch of calls.
#pragma once

#include <gpualgo/device.hpp>

#include <cstddef>

namespace gpu::inline v0 {

/// Allocates memory of one device. As `std::pmr::memory_resource`, but for devices, and aligned to
/// at least 256 bytes.
///
/// A resource outlives what was allocated from it. If several threads use it at once, as by calls
/// whose policies share it, it must be thread-safe; those of this library are.
class memory_resource {
public:
    memory_resource() = default;
    memory_resource(memory_resource const&) = delete;
    memory_resource& operator=(memory_resource const&) = delete;
    virtual ~memory_resource() = default;

    /// @return the device whose memory it allocates, always the same
    [[nodiscard]] virtual gpu::device device() const noexcept = 0;

    /// Allocates memory that work on any stream of the device may use immediately.
    /// @param bytes the size, not 0
    /// @return the address, a multiple of 256; never null
    /// @throws gpu::out_of_memory or any other exception of a resource; nothing has changed (strong
    /// guarantee)
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;

    /// Frees memory that no work on the device uses any more.
    /// @param memory from `allocate`
    /// @param bytes the size that was requested
    virtual void deallocate(void* memory, std::size_t bytes) noexcept = 0;
};

} // namespace gpu::inline v0
