// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks of the host's memory.
#pragma once

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace tool {

/// Check that memory is free before it is allocated. Linux grants more than there is, and ends the
/// process that then uses it.
/// @param count elements
/// @param size bytes per element
/// @throws gpu::out_of_memory if less is free
inline void require_memory(std::size_t count, std::size_t size) {
    auto const free = gpu::device::host().memory().free;
    if (count <= free / size) return;
    auto const bytes = count > std::numeric_limits<std::size_t>::max() / size
                           ? std::numeric_limits<std::size_t>::max()
                           : count * size;
    throw gpu::out_of_memory(std::to_string(count) + " numbers of " + std::to_string(size) +
                                 " bytes do not fit into the host's memory, of which " +
                                 std::to_string(free) + " bytes are free",
                             bytes, free);
}

} // namespace tool
