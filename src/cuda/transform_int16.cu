// SPDX-License-Identifier: Apache-2.0
#include "../transform_table.hpp"
#include "tables.cuh"

// Both share most kernels.
template void gpu::detail::add_kernels<std::int16_t>(transform_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint16_t>(transform_table<cuda_queue>&);
