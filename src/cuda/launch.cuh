// SPDX-License-Identifier: Apache-2.0
/// @file
/// Makes a kernel of a kernel body, and launches it.
#pragma once

#include "queue.hpp"

#include <gpualgo/kernel/cuda_context.cuh>

namespace gpu::inline v0::detail {

/// Minimum resident blocks per multiprocessor, for __launch_bounds__. The default limits the kernel
/// to 64 registers per thread, see `resident_threads`. Specialise it for bodies that run faster
/// with more registers than with more blocks.
template <class Body, class Arguments>
inline constexpr unsigned fewest_blocks = resident_threads / largest_block<Body>;

/// All rows of a segment are loaded at once, which takes 64 registers.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::reduce_canonical, Arguments> = 2;

/// The kernel that runs a body.
template <class Body, class Arguments, class Op>
__global__ void __launch_bounds__(largest_block<Body>, fewest_blocks<Body, Arguments>)
    run_body(Arguments arguments, Op op, kernel::launch_memory memory) {
    Body::run(kernel::cuda_context(memory), arguments, op);
}

template <class Body, class Arguments, class Op>
void cuda_queue::launch(launch_config shape, Arguments arguments, Op op) {
    kernel::launch_memory memory{workspace_->arrivals};
    ticket_ = 0;
    if constexpr (requires { Body::finishes; })
        if (into_ == nullptr)
            memory = {workspace_->arrivals, workspace_->finished,
                      ticket_ = workspace_->take_ticket()};
    void* pointers[] = {&arguments, &op, &memory};
    launch_kernel(reinterpret_cast<void const*>(&run_body<Body, Arguments, Op>), shape, pointers);
    note_launch(ran_, shape, name_of_kernel<Body>);
}

} // namespace gpu::inline v0::detail
