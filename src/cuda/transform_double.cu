// SPDX-License-Identifier: Apache-2.0
#include "../transform_table.hpp"
#include "tables.cuh"

template void gpu::detail::add_kernels<double>(transform_table<cuda_queue>&);
