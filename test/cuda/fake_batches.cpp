// SPDX-License-Identifier: Apache-2.0
/// Launches of batches and of small products on the fake runtime, which only records them.
#include "fake_reductions.hpp"

#include "cuda/matmul/batch.hpp"
#include "cuda/matmul/small.hpp"
#include "matmul/batch_launch.hpp"
#include "matmul/small.hpp"

namespace gpu::inline v0::detail {

void multiply_batch(cuda_queue& queue, matmul_request const& request) {
    batches<cuda_queue>[request.value][request.result](queue, request);
}

bool has_small_tiles(int capability) { return capability == 90; }

void multiply_small(cuda_queue& queue, matmul_request const& request) { run_small(queue, request); }

} // namespace gpu::inline v0::detail
