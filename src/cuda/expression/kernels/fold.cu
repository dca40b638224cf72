// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of the canonical order, without its load and its operator, as LTO-IR. The run-time
/// linker adds these, and inlines them.
///
/// Compiled once for each GPUALGO_VALUE_BYTES (of an element), GPUALGO_TOTAL_BYTES (of an
/// accumulator, 4 or 8) and GPUALGO_RANGES (0, 1 or 2). Also for each GPUALGO_IS_ALIGNED: whether
/// these begin at multiples of 16 bytes.
#include "cuda/expression/parameters.hpp"
#include "known_alignment.cuh"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/reduce/automatic.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>

using namespace gpu;
using namespace gpu::detail;

using value = bits_of_size<GPUALGO_VALUE_BYTES>;
using total = bits_of_size<GPUALGO_TOTAL_BYTES>;
using input = fold_input<value, GPUALGO_RANGES>;
using known_input = input_of_alignment<input, GPUALGO_IS_ALIGNED != 0>;

static_assert(sizeof(finish_memory) == sizeof(kernel::launch_memory));

extern "C" __global__ void __launch_bounds__(largest_canonical_block, 1)
    gpualgo_fold_kernel(fold_parameters<input, total> p,
                        const __grid_constant__ expression_scalars scalars, finish_memory memory) {
    kernel::canonical_arguments<known_input, total, load_by_function<total>> const arguments{
        {p.in}, p.n, p.group_log, p.partials, p.out, p.init, {scalars.bytes}};
    kernel::reduce_canonical::run(kernel::cuda_context(kernel::launch_memory{
                                      memory.arrivals, memory.finished, memory.ticket}),
                                  arguments,
                                  fold_by_function<total>{scalars.bytes + p.fold_scalars});
}
