// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches kernels that take tensor maps.
#pragma once

#include "cuda/queue.hpp"

#include <string_view>

namespace gpu::inline v0::sm90 {

/// The parameters of a launch.
struct kernel_launch {
    void const* kernel;
    std::string_view name; ///< for reports; null-terminated
    unsigned grid, block;
    int shared_bytes;
    int cluster = 1;              ///< blocks per cluster
    bool may_start_early = false; ///< the kernel itself waits for the previous kernel
};

/// Launches a kernel on the queue's stream.
/// @param arguments one pointer per parameter
void launch(detail::cuda_queue& queue, kernel_launch const& what, void** arguments);

} // namespace gpu::inline v0::sm90
