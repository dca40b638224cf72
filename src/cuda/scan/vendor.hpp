// SPDX-License-Identifier: Apache-2.0
/// @file
/// The vendor's scans, which are CUB's. Their kernels are in cuda/instances/scan_vendor.cu.
#pragma once

#include "cuda/queue.hpp"
#include "cuda/reduce/vendor.hpp"

#include <gpualgo/abi/scan_request.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>

namespace gpu::inline v0::detail {

/// CUB's sums, type-erased: inclusive, with or without init, or exclusive. `storage.memory` is null
/// if only the bytes of storage are asked for.
/// @param request of a listed type
cudaError_t cub_scan(cub_storage& storage, scan_request const& request, cudaStream_t stream);

/// Scans by the vendor's library, and waits.
void scan_by_vendor(cuda_queue& queue, scan_request const& request);

} // namespace gpu::inline v0::detail
