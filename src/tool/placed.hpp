// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers in the memory of a device.
#pragma once

#include "numbers.hpp"

#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/device.hpp>

#include <memory>

namespace tool {

/// @return the numbers in memory that the device reads: in place, or a copy on a GPU
[[nodiscard]] inline numbers placed(numbers const& elements, gpu::device device) {
    if (device.kind() != gpu::device_kind::cuda) return elements;
    auto const copy = std::make_shared<gpu::detail::device_memory const>(device, elements.bytes());
    gpu::detail::copy_bytes(device, copy->data(), gpu::device::host(), elements.first.get(),
                            elements.bytes());
    return {elements.type, {copy, copy->data()}, elements.count};
}

} // namespace tool
