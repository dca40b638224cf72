// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches of kernels that take tensor maps.
#pragma once

#include "cuda/queue.hpp"

#include <string_view>

namespace gpu::inline v0::sm90 {

/// What a kernel is launched with.
struct kernel_launch {
    void const* kernel;
    std::string_view name; ///< as reports have it; ends with a zero
    unsigned grid, block;
    int shared_bytes;
    int cluster = 1;              ///< blocks
    bool may_start_early = false; ///< it waits for the kernel ahead of it by itself
};

/// Launch a kernel on the queue's stream.
/// @param arguments one pointer for each parameter
void launch(detail::cuda_queue& queue, kernel_launch const& what, void** arguments);

} // namespace gpu::inline v0::sm90
