// SPDX-License-Identifier: Apache-2.0
/// @file
/// The scan of one value per thread of a block, by the strategies of named policies.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/scan_policy.hpp>

namespace gpu::inline v0::kernel {

/// How a strategy scans one value per thread of a block. `run` takes the value of the calling
/// thread, and returns the fold of the values up to it. Shared memory has room for one per thread.
template <class Policy>
struct block_scan;

} // namespace gpu::inline v0::kernel
