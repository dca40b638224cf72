// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies between memory of any two devices.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// An address and its device. If the device is unspecified, it is found from the address.
template <class Void>
struct location {
    device_id memory;
    Void* address;
};

/// Copies and waits. Throws std::invalid_argument before anything is copied if the memories overlap
/// or one is null.
void dispatch_copy(location<void> target, location<void const> source, std::size_t bytes);

} // namespace gpu::inline v0::detail
