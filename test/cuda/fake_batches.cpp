// SPDX-License-Identifier: Apache-2.0
/// Launches of batches on the fake runtime, which only records them.
#include "fake_reductions.hpp"

#include "cuda/matmul/batch.hpp"
#include "matmul/batch_launch.hpp"

namespace gpu::inline v0::detail {

void multiply_batch(cuda_queue& queue, matmul_request const& request) {
    batches<cuda_queue>[request.value][request.result](queue, request);
}

} // namespace gpu::inline v0::detail
