// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel that finds the element with the smallest key, or also that with the largest. The
/// function that makes keys from positions is not part of it. As LTO-IR.
///
/// Compiled once for each GPUALGO_KEY_BYTES (4 or 8) and GPUALGO_BOTH (0 or 1).
#include "cuda/expression/made_parameters.hpp"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>

using namespace gpu;
using namespace gpu::detail;

using key = bits_of_size<GPUALGO_KEY_BYTES>;
constexpr bool both = GPUALGO_BOTH != 0;
using order = kernel::order_by_keys<kernel::number_order<key>, load_by_function<key>>;

extern "C" __global__ void __launch_bounds__(256, 4)
    gpualgo_extrema_kernel(made_extrema_parameters<key, both> p,
                           const __grid_constant__ expression_scalars scalars,
                           finish_memory memory) {
    kernel::extrema<both>::run(kernel::cuda_context(kernel::launch_memory{
                                   memory.arrivals, memory.finished, memory.ticket}),
                               p.search, order{p.order, {scalars.bytes}});
}
