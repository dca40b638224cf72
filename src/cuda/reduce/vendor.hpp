// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reduction of the GPU's vendor, which is CUB's. Each type's kernels are in a file of their
/// own, vendor_*.cu.
#pragma once

#include "cuda/queue.hpp"
#include "reduce/table.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Memory of the GPU that CUB works in.
struct cub_storage {
    void* memory = nullptr; ///< while it is null, CUB only says how much it needs
    std::size_t bytes = 0;
};

/// `cub::DeviceReduce::Reduce` with the types gone: `init`, which is on the host, and n elements to
/// `out`, where a NaN is the positive quiet one.
using cub_function = cudaError_t (*)(cub_storage& storage, void const* in, std::size_t n,
                                     void const* init, void* out, cudaStream_t stream);

/// CUB's reduction of a type. Defined for `vendor_types` in vendor_*.cu.
/// @param op place in `vendor_operators`
template <class T>
cub_function cub_reduction(std::size_t op);

/// Enters the vendor's reductions.
void add_vendor(reduce_table<cuda_queue>& table);

} // namespace gpu::inline v0::detail
