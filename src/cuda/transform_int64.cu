// SPDX-License-Identifier: Apache-2.0
#include "transforms.cuh"

// Both share most kernels.
template void gpu::detail::add_transforms<std::int64_t>(transform_table<cuda_queue>&);
template void gpu::detail::add_transforms<std::uint64_t>(transform_table<cuda_queue>&);
