// SPDX-License-Identifier: Apache-2.0
#include "cuda/matmul/small.hpp"

#include "cuda/matmul/products.cuh"
#include "matmul/small.hpp"

#include <gpualgo/kernel/matmul/warp_matrix_of_double.cuh>

namespace gpu::inline v0::detail {

// Sums, and the next elements, are in registers.
template <unsigned... Numbers>
inline constexpr unsigned largest_block<kernel::matmul_small_tile<Numbers...>> =
    kernel::matmul_small_tile<Numbers...>::threads;
template <unsigned... Numbers, class Arguments>
inline constexpr unsigned fewest_blocks<kernel::matmul_small_tile<Numbers...>, Arguments> = 1;

bool has_small_tiles(int capability) { return capability == 90 && can_start_early(capability); }

void multiply_small(cuda_queue& queue, matmul_request const& request) { run_small(queue, request); }

} // namespace gpu::inline v0::detail
