// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/sorted/sorted.hpp"
#include "sorted/table.hpp"

namespace gpu::inline v0::detail {

sorted_table<cuda_queue> make_sorted() {
    return make_table<sorted_table<cuda_queue>>(real_types{});
}

} // namespace gpu::inline v0::detail
