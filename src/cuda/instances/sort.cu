// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/sort/sort.hpp"
#include "cuda/sort/steps.hpp"

namespace gpu::inline v0::detail {

void sort_on_gpu(cuda_queue& queue, sort_request const& request) { run_on_gpu(queue, request); }

} // namespace gpu::inline v0::detail
