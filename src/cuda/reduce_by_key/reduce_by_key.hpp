// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by key on GPUs.
#pragma once

#include "cuda/queue.hpp"

namespace gpu::inline v0::detail {

template <class Queue>
struct reduce_by_key_table;

/// The table of the library's kernels, see reduce_by_key/table.hpp; compiled in reduce_by_key.cu.
reduce_by_key_table<cuda_queue> make_reductions_by_key();

} // namespace gpu::inline v0::detail
