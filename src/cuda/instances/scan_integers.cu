// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/tables.cuh"
#include "scan/table.hpp"

// Most kernels are shared by signed and unsigned types.
template void gpu::detail::add_kernels<std::int8_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint8_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::int16_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint16_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::int32_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint32_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::int64_t>(scan_table<cuda_queue>&);
template void gpu::detail::add_kernels<std::uint64_t>(scan_table<cuda_queue>&);
