// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel that finds the element with the smallest key, or also that with the largest, without
/// the function that makes keys, as LTO-IR.
///
/// Compiled once for each GPUALGO_VALUE_BYTES (of an element), GPUALGO_KEY_BYTES (4 or 8) and
/// GPUALGO_BOTH (0 or 1). Also for each GPUALGO_IS_ALIGNED: whether the elements begin at a
/// multiple of 16 bytes.
#include "cuda/expression/parameters.hpp"
#include "known_alignment.cuh"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>

using namespace gpu;
using namespace gpu::detail;

using value = bits_of_size<GPUALGO_VALUE_BYTES>;
using key = bits_of_size<GPUALGO_KEY_BYTES>;
constexpr bool both = GPUALGO_BOTH != 0;
using input = input_of_alignment<value const*, GPUALGO_IS_ALIGNED != 0>;
using order = kernel::order_by_keys<kernel::number_order<key>, load_by_function<key>>;

extern "C" __global__ void __launch_bounds__(256, 4)
    gpualgo_extrema_kernel(extrema_parameters<value, key, both> p,
                           const __grid_constant__ expression_scalars scalars,
                           finish_memory memory) {
    kernel::extrema_arguments<input, both, std::make_signed_t<key>> const arguments{
        {p.search.in}, p.search.n, p.search.by_blocks, p.search.out};
    kernel::extrema<both>::run(kernel::cuda_context(kernel::launch_memory{
                                   memory.arrivals, memory.finished, memory.ticket}),
                               arguments, order{p.order, {scalars.bytes}});
}
