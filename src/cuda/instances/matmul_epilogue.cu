// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/matmul/epilogue.hpp"
#include "matmul/epilogue_pass.hpp"

namespace gpu::inline v0::detail {

void apply_epilogue(cuda_queue& queue, matmul_request const& request, matmul_operand const& sums) {
    epilogues<cuda_queue>[request.value][request.result](queue, request, sums);
}

} // namespace gpu::inline v0::detail
