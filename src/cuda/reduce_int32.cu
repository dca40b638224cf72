// SPDX-License-Identifier: Apache-2.0
#include "reductions.cuh"

// Both share most kernels.
template void gpu::detail::add_reductions<std::int32_t>(reduce_table<cuda_queue>&);
template void gpu::detail::add_reductions<std::uint32_t>(reduce_table<cuda_queue>&);
