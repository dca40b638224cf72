// SPDX-License-Identifier: Apache-2.0
#include "cuda/matmul/batch.hpp"

#include "cuda/matmul/products.cuh"
#include "matmul/batch_launch.hpp"

namespace gpu::inline v0::detail {

// as for a single product
template <class Body>
inline constexpr unsigned largest_block<kernel::matmul_batch<Body>> = largest_block<Body>;
template <class Body, class Arguments>
inline constexpr unsigned
    fewest_blocks<kernel::matmul_batch<Body>, kernel::batch_arguments<Arguments>> =
        fewest_blocks<Body, Arguments>;

void multiply_batch(cuda_queue& queue, matmul_request const& request) {
    batches<cuda_queue>[request.value][request.result](queue, request);
}

} // namespace gpu::inline v0::detail
