// SPDX-License-Identifier: Apache-2.0
#include "reductions.cuh"

template void gpu::detail::add_reductions<double>(reduce_table<cuda_queue>&);
