// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory resources: where containers, and calls for their scratch, take memory of a device from.
#pragma once

#include <gpualgo/device.hpp>

#include <cstddef>

namespace gpu::inline v0 {

/// Gives out memory of one device. As `std::pmr::memory_resource`, but of devices, and aligned to
/// 256 bytes at least.
///
/// A resource outlives what was taken from it. One that is used by several threads at once, as by
/// calls with policies that share it, must be prepared for that; those of this library are.
class memory_resource {
public:
    memory_resource() = default;
    memory_resource(memory_resource const&) = delete;
    memory_resource& operator=(memory_resource const&) = delete;
    virtual ~memory_resource() = default;

    /// @return the device whose memory it gives out, always the same
    [[nodiscard]] virtual gpu::device device() const noexcept = 0;

    /// Memory that is ready for work on every stream of the device.
    /// @param bytes how many, not 0
    /// @return their address, a multiple of 256; never null
    /// @throws gpu::out_of_memory or whatever else a resource throws; nothing has changed (strong
    /// guarantee)
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;

    /// Takes memory back that the device has no more work on.
    /// @param memory from `allocate`
    /// @param bytes as they were asked for
    virtual void deallocate(void* memory, std::size_t bytes) noexcept = 0;
};

} // namespace gpu::inline v0
