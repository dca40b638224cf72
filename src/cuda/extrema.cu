// SPDX-License-Identifier: Apache-2.0
#include "../extrema_table.hpp"
#include "launch.cuh"
#include "tables.hpp"

namespace gpu::inline v0::detail {

extrema_table<cuda_queue> make_searches() {
    return make_table<extrema_table<cuda_queue>>(real_types{});
}

} // namespace gpu::inline v0::detail
