// SPDX-License-Identifier: Apache-2.0
#include "reductions.cuh"

template void gpu::detail::add_reductions<gpu::kernel::complex<float>>(reduce_table<cuda_queue>&);
template void gpu::detail::add_reductions<gpu::kernel::complex<double>>(reduce_table<cuda_queue>&);
