// SPDX-License-Identifier: Apache-2.0
#include "../table.hpp"
#include "tables.cuh"

template void gpu::detail::add_kernels<float>(reduce_table<cuda_queue>&);
