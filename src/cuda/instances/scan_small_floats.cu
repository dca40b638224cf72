// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "scan/table.hpp"

template void gpu::detail::add_kernels<gpu::half>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<gpu::bfloat16>(scan_table<cuda_queue>&);
