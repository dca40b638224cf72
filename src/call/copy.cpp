// SPDX-License-Identifier: Apache-2.0
#include "copy.hpp"

#include "backend.hpp"
#include "devices.hpp"
#include "placement.hpp"

#include <gpualgo/device.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// Addresses suffice: all devices of a process share one address space.
bool overlap(void const* x, void const* y, std::size_t bytes) {
    auto const at_x = reinterpret_cast<std::uintptr_t>(x);
    auto const at_y = reinterpret_cast<std::uintptr_t>(y);
    return at_x < at_y + bytes && at_y < at_x + bytes;
}

} // namespace

void dispatch_copy(location<void> target, location<void const> source, std::size_t bytes) {
    if (bytes == 0) return;
    if (source.address == nullptr) throw std::invalid_argument("the source is a null pointer");
    if (target.address == nullptr) throw std::invalid_argument("the target is a null pointer");
    if (overlap(target.address, source.address, bytes))
        throw std::invalid_argument("source and target overlap");
    device_id const to = owner_of(target.memory, target.address).value_or(host_id);
    device_id const from = owner_of(source.memory, source.address).value_or(host_id);
    bool const from_gpu = from.kind == static_cast<std::uint32_t>(device_kind::cuda);
    backend_of(from_gpu ? from : to).copy(target.address, source.address, bytes);
}

} // namespace gpu::inline v0::detail
