// SPDX-License-Identifier: Apache-2.0
#include "cuda/matmul/products.cuh"

template void gpu::detail::add_kernels<std::int8_t>(matmul_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::int32_t>(matmul_table<cuda_queue>&);
