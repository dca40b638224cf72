// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/find.hpp"
#include "cuda/launch.cuh"
#include "cuda/reduce/tables.hpp"
#include "extrema/table.hpp"
#include "find/table.hpp"

namespace gpu::inline v0::detail {

find_table<cuda_queue> make_finds() { return make_find_table<cuda_queue>(); }

extrema_table<cuda_queue> make_searches() {
    return make_table<extrema_table<cuda_queue>>(real_types{});
}

} // namespace gpu::inline v0::detail
