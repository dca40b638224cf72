// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "reduce/table.hpp"

// Most kernels are shared by signed and unsigned types.
template void gpu::detail::add_kernels<std::int8_t>(reduce_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint8_t>(reduce_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::int16_t>(reduce_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint16_t>(reduce_table<cuda_queue>&);
