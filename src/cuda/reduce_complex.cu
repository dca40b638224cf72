// SPDX-License-Identifier: Apache-2.0
#include "../table.hpp"
#include "tables.cuh"

template void gpu::detail::add_kernels<gpu::kernel::complex<float>>(reduce_table<cuda_queue>&);
template void gpu::detail::add_kernels<gpu::kernel::complex<double>>(reduce_table<cuda_queue>&);
