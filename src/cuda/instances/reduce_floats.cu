// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "reduce/table.hpp"

template void gpu::detail::add_kernels<float>(reduce_table<cuda_queue>&);
template void gpu::detail::add_kernels<double>(reduce_table<cuda_queue>&);
