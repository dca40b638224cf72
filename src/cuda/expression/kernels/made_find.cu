// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel that finds the first match among elements that its test makes from their positions,
/// without that test, as LTO-IR.
#include "cuda/expression/parameters.hpp"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/find/find_first.hpp>
#include <gpualgo/kernel/made_positions.hpp>

using namespace gpu;
using namespace gpu::detail;

extern "C" __global__ void __launch_bounds__(256, 4)
    gpualgo_find_kernel(kernel::find_arguments<kernel::made_positions> arguments,
                        const __grid_constant__ expression_scalars scalars, finish_memory memory) {
    kernel::find_first::run(kernel::cuda_context(kernel::launch_memory{
                                memory.arrivals, memory.finished, memory.ticket}),
                            arguments, test_by_function{scalars.bytes});
}
