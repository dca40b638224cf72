// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "scan/table.hpp"

template void gpu::detail::add_kernels<gpu::kernel::complex<float>>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<gpu::kernel::complex<double>>(scan_table<cuda_queue>&);
