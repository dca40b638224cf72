// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements at the front of an order on GPUs.
#pragma once

#include "cuda/queue.hpp"
#include "top_k/table.hpp"

namespace gpu::inline v0::detail {

/// The table of the library's kernels; compiled in top_k.cu.
top_k_table<cuda_queue> make_top_k();

} // namespace gpu::inline v0::detail
