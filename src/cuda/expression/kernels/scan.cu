// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of the canonical scan, without its operator, as LTO-IR.
///
/// Compiled once for each GPUALGO_VALUE_BYTES (of an element). The kernel takes tiles at once or in
/// turn, by GPUALGO_IS_AT_ONCE.
#include "cuda/expression/parameters.hpp"
#include "expression/scan_shape.hpp"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/scan/automatic.hpp>

using namespace gpu;
using namespace gpu::detail;

using element = opaque_number<GPUALGO_VALUE_BYTES>;
using total = opaque_total<GPUALGO_VALUE_BYTES>;
constexpr auto way = GPUALGO_IS_AT_ONCE ? kernel::scan_way::at_once : kernel::scan_way::in_turn;
using shape = number_scan_shape<GPUALGO_VALUE_BYTES, way>;

extern "C" __global__ void __launch_bounds__(shape::threads, shape::blocks)
    gpualgo_scan_kernel(kernel::scan_arguments<element, total, shape> arguments,
                        const __grid_constant__ expression_scalars scalars, finish_memory memory) {
    kernel::scan_canonical::run(kernel::cuda_context(kernel::launch_memory{
                                    memory.arrivals, memory.finished, memory.ticket}),
                                arguments, fold_by_function<total>{scalars.bytes});
}
