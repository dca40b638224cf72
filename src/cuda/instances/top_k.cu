// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/top_k/top_k.hpp"

namespace gpu::inline v0::detail {

top_k_table<cuda_queue> make_top_k() { return make_top_k_table<cuda_queue>(); }

} // namespace gpu::inline v0::detail
