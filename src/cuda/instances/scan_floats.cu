// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "scan/table.hpp"

template void gpu::detail::add_kernels<float>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<double>(scan_table<cuda_queue>&);
