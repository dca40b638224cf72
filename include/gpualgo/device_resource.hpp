// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_resource: a device's own memory as a memory resource, upstream of other resources.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/memory_resource.hpp>

#include <cstddef>

namespace gpu::inline v0 {

/// Passes each allocation on to the device.
class device_resource final : public memory_resource {
public:
    /// @param where the device
    explicit device_resource(gpu::device where = gpu::device::preferred()) : device_(where) {}

    [[nodiscard]] gpu::device device() const noexcept override { return device_; }

    [[nodiscard]] void* allocate(std::size_t bytes) override {
        void* memory = nullptr;
        detail::call_result allocated;
        gpualgo_v0_allocate(device_.id(), bytes, &memory, &allocated);
        detail::raise(allocated);
        return memory;
    }

    void deallocate(void* memory, std::size_t) noexcept override {
        gpualgo_v0_deallocate(device_.id(), memory);
    }

private:
    gpu::device device_;
};

} // namespace gpu::inline v0
