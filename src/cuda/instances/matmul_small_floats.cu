// SPDX-License-Identifier: Apache-2.0
#include "cuda/matmul/products.cuh"

template void gpu::detail::add_kernels<gpu::half>(matmul_table<cuda_queue>&);
template void gpu::detail::add_kernels<gpu::bfloat16>(matmul_table<cuda_queue>&);
