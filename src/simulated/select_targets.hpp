// SPDX-License-Identifier: Apache-2.0
/// @file
/// The outputs of selections on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/abi/select_request.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// Registers the elements of an output that kernels may write.
inline void add_target(queue& queue, detail::select_output const& output, std::uint64_t wanted,
                       std::size_t size) {
    std::size_t const bytes = std::min(output.room, wanted) * size;
    if (bytes > 0) queue.add_output({output.first, bytes}, size);
}

} // namespace gpu::inline v0::simulated
