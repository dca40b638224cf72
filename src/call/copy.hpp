// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies between any two memories.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// An address, and the device whose memory it names; where that is unspecified, the address says
/// it.
template <class Void>
struct location {
    device_id memory;
    Void* address;
};

/// Copies, and waits. Throws std::invalid_argument before anything is copied where the memories
/// overlap, or one is null.
void dispatch_copy(location<void> target, location<void const> source, std::size_t bytes);

} // namespace gpu::inline v0::detail
