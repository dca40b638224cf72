// SPDX-License-Identifier: Apache-2.0
/// @file
/// The vendor's radix sort, which is CUB's. Its kernels, by the size of keys and values, are in
/// instances/sort_vendor.cu.
#pragma once

#include "cuda/reduce/vendor.hpp"

#include <gpualgo/kernel/sort/sort_order.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Numbers and their values on the GPU, and memory for as many.
template <class Bits, class Value>
struct cub_sort_arrays {
    std::array<Bits*, 2> keys;    ///< CUB may swap them: the sorted ones are the first
    std::array<Value*, 2> values; ///< likewise; null if Value is `no_value`
    std::size_t n;
};

/// Sorts by cub::DeviceRadixSort. If `storage.memory` is null, only its bytes are computed.
template <class Bits, class Value>
cudaError_t cub_sort(cub_storage& storage, cub_sort_arrays<Bits, Value>& arrays,
                     kernel::sort_order<Bits> order, cudaStream_t stream);

} // namespace gpu::inline v0::detail
