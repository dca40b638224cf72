// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/reduce/tables.hpp"
#include "extrema/table.hpp"

namespace gpu::inline v0::detail {

extrema_table<cuda_queue> make_searches() {
    return make_table<extrema_table<cuda_queue>>(real_types{});
}

} // namespace gpu::inline v0::detail
