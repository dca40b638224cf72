// SPDX-License-Identifier: Apache-2.0
#include "products.cuh"

template void gpu::detail::add_products<gpu::bfloat16>(matmul_table<cuda_queue>&);
