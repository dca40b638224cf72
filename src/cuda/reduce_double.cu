// SPDX-License-Identifier: Apache-2.0
#include "../table.hpp"
#include "tables.cuh"

template void gpu::detail::add_kernels<double>(reduce_table<cuda_queue>&);
