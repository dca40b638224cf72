// SPDX-License-Identifier: Apache-2.0
#include "cuda/sort/cub_sort.cuh"

#include <cstdint>

namespace gpu::inline v0::detail {

using bits = std::uint8_t;

template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<bits, kernel::no_value>&,
                              kernel::sort_order<bits>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<bits, std::uint32_t>&,
                              kernel::sort_order<bits>, cudaStream_t);
template cudaError_t cub_sort(cub_storage&, cub_sort_arrays<bits, std::uint64_t>&,
                              kernel::sort_order<bits>, cudaStream_t);

} // namespace gpu::inline v0::detail
