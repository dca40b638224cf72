// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/find.hpp"
#include "cuda/launch.cuh"
#include "find/table.hpp"

namespace gpu::inline v0::detail {

find_table<cuda_queue> make_finds() { return make_find_table<cuda_queue>(); }

} // namespace gpu::inline v0::detail
