// SPDX-License-Identifier: Apache-2.0
#include "cuda/matmul/products.cuh"

template void gpu::detail::add_kernels<float>(matmul_table<cuda_queue>&);
template void gpu::detail::add_kernels<double>(matmul_table<cuda_queue>&);
