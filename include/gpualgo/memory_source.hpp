// SPDX-License-Identifier: Apache-2.0
/// @file
/// memory_source: the argument that tells a container from where it takes memory.
#pragma once

#include <gpualgo/device.hpp>
#include <gpualgo/memory_resource.hpp>

namespace gpu::inline v0 {

/// A device, whose own memory is taken, or a memory resource. A small value to which both convert
/// implicitly: `device_vector<float> v(n, gpu::device::host())`,
/// `device_vector<float> v(n, resource)`.
class memory_source {
public:
    /// The memory of `device::preferred()`; throws what that throws.
    memory_source() : memory_source(gpu::device::preferred()) {}
    /// A device's own memory.
    /// @param where the device
    constexpr memory_source(gpu::device where) noexcept
        : device_(where) {} // NOLINT(google-explicit-constructor): see above
    /// The memory of a resource.
    /// @param from outlives all that is allocated from it
    memory_source(memory_resource& from) noexcept
        : device_(from.device()), resource_(&from) {} // NOLINT(google-explicit-constructor)

    /// @return the device whose memory it is
    [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }
    /// @return the resource; null for the device's own memory
    [[nodiscard]] constexpr memory_resource* resource() const noexcept { return resource_; }

    /// @return whether memory comes from the same place
    friend constexpr bool operator==(memory_source, memory_source) noexcept = default;

private:
    gpu::device device_;
    memory_resource* resource_ = nullptr;
};

} // namespace gpu::inline v0
