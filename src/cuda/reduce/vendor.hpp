// SPDX-License-Identifier: Apache-2.0
/// @file
/// The vendor's reduction, which is CUB's. The kernels are in instances/vendor.cu.
#pragma once

#include "cuda/queue.hpp"
#include "reduce/table.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Temporary storage for CUB, on the GPU.
struct cub_storage {
    void* memory = nullptr; ///< if null, CUB only computes `bytes`
    std::size_t bytes = 0;
};

/// `cub::DeviceReduce::Reduce`, type-erased: reduces n elements with `init`, which is on the host,
/// to `out`. A NaN result is the positive quiet one.
using cub_function = cudaError_t (*)(cub_storage& storage, void const* in, std::size_t n,
                                     void const* init, void* out, cudaStream_t stream);

/// CUB's reduction for a type. Instantiated for `vendor_types` in instances/vendor.cu.
/// @param op index in `vendor_operators`
template <class T>
cub_function cub_reduction(std::size_t op);

/// Adds the vendor's reductions to a table.
void add_vendor(reduce_table<cuda_queue>& table);

} // namespace gpu::inline v0::detail
