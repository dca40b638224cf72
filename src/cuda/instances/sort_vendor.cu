// SPDX-License-Identifier: Apache-2.0
// All sizes are in one file: to parse CUB takes longer than to compile the kernels of a size.
#include "cuda/sort/block_sort.cuh"
#include "cuda/sort/cub_sort.cuh"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

using kernel::no_value;
using kernel::sort_order;

template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint8_t, no_value>&,
                              sort_order<std::uint8_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint8_t, std::uint32_t>&,
                              sort_order<std::uint8_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint8_t, std::uint64_t>&,
                              sort_order<std::uint8_t>, cudaStream_t);

template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint16_t, no_value>&,
                              sort_order<std::uint16_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint16_t, std::uint32_t>&,
                              sort_order<std::uint16_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint16_t, std::uint64_t>&,
                              sort_order<std::uint16_t>, cudaStream_t);

template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint32_t, no_value>&,
                              sort_order<std::uint32_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint32_t, std::uint32_t>&,
                              sort_order<std::uint32_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint32_t, std::uint64_t>&,
                              sort_order<std::uint32_t>, cudaStream_t);

template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint64_t, no_value>&,
                              sort_order<std::uint64_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint64_t, std::uint32_t>&,
                              sort_order<std::uint64_t>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<std::uint64_t, std::uint64_t>&,
                              sort_order<std::uint64_t>, cudaStream_t);

template void sort_in_block(cuda_queue&, std::uint8_t*, std::size_t, sort_order<std::uint8_t>);
template void sort_in_block(cuda_queue&, std::uint16_t*, std::size_t, sort_order<std::uint16_t>);
template void sort_in_block(cuda_queue&, std::uint32_t*, std::size_t, sort_order<std::uint32_t>);

} // namespace gpu::inline v0::detail
