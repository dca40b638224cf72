// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "reduce/transform_table.hpp"

template void gpu::detail::add_kernels<float>(transform_table<cuda_queue>&);
template void gpu::detail::add_kernels<double>(transform_table<cuda_queue>&);
