// SPDX-License-Identifier: Apache-2.0
/// @file
/// Makes a kernel of a kernel body, and launches it.
#pragma once

#include "queue.hpp"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>

namespace gpu::inline v0::detail {

/// Minimum resident blocks per multiprocessor, for __launch_bounds__. The default limits the kernel
/// to 64 registers per thread, see `resident_threads`. Specialise it for bodies that run faster
/// with more registers than with more blocks.
template <class Body, class Arguments>
inline constexpr unsigned fewest_blocks =
    least_blocks<Body> > 1 ? least_blocks<Body> : resident_threads / largest_block<Body>;

/// The rows of a segment that are in flight take 64 registers by themselves: the default limit
/// would spill.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::reduce_canonical, Arguments> = 1;

/// Merges wait for memory: more warps hide more of that than more registers do.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::merge_tiles, Arguments> = 6;

/// The same for an operator. Sums of float in double have fewer rows in flight, and more warps.
template <class Body, class Arguments, class Op>
inline constexpr unsigned fewest_blocks_with = fewest_blocks<Body, Arguments>;
template <class Input, class T, class Load, class Op>
inline constexpr unsigned
    fewest_blocks_with<kernel::reduce_canonical, kernel::canonical_arguments<Input, T, Load>, Op> =
        kernel::adds_floats_in_double<Input, Load, Op> ? 2 : 1;

/// Whether a GPU runs kernels as they are compiled for 9.0 or later: only these wait by themselves
/// for the kernel ahead of them.
/// @param capability of the GPU: 90 is 9.0
[[gnu::noinline]] inline bool can_start_early(int capability) {
    constexpr int built[] = {__CUDA_ARCH_LIST__}; // 900 stands for 9.0
    return capability >= 90 && std::ranges::any_of(built, [capability](int architecture) {
               return capability / 10 == architecture / 100 && capability >= architecture / 10;
           });
}

/// Whether a launch of a body that may start early does so.
template <class Body, class Arguments>
bool should_start_early([[maybe_unused]] Arguments const& arguments) {
    if constexpr (requires { Body::starts_early(arguments); }) return Body::starts_early(arguments);
    else return may_start_early<Body>;
}

/// The kernel that runs a body. Before it waits for the kernel ahead of it, it only copies lines to
/// the L2 cache. A body that waits by itself first does what does not depend on that kernel.
template <class Body, class Arguments, class Op>
__global__ void __launch_bounds__(largest_block<Body>, fewest_blocks_with<Body, Arguments, Op>)
    run_body(Arguments arguments, Op op, kernel::launch_memory memory) {
    if constexpr (requires { Body::read_by(std::size_t{}, arguments); })
        kernel::cuda_context::prefetch(Body::read_by(blockIdx.x, arguments));
    if constexpr (may_start_early<Body> && !requires { requires Body::waits_itself; })
        kernel::cuda_context::wait_for_previous();
    Body::run(kernel::cuda_context(memory), arguments, op);
}

template <class Body, class Arguments, class Op>
void cuda_queue::launch(launch_config shape, Arguments arguments, Op op) {
    kernel::launch_memory memory{workspace_->arrivals};
    unsigned ticket = 0;
    if constexpr (requires { requires Body::finishes; })
        if (into_ == nullptr)
            memory = {workspace_->arrivals, workspace_->finished,
                      ticket = workspace_->take_ticket()};
    void* pointers[] = {&arguments, &op, &memory};
    // if the host waits anyway, nothing is ahead but the call's own
    bool const is_early = should_start_early<Body>(arguments) && (leaves_ || has_launched_) &&
                          can_start_early(capability());
    launch_kernel(reinterpret_cast<void const*>(&run_body<Body, Arguments, Op>), shape, pointers,
                  is_early);
    ticket_ = ticket;
    note(shape, name_of_kernel<Body>);
}

} // namespace gpu::inline v0::detail
