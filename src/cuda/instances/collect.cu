// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/reduce/groups.hpp"

namespace gpu::inline v0::detail {

void launch_collection(cuda_queue& queue, kernel::collect_arguments const& arguments) {
    launch_collect(queue, arguments);
}

} // namespace gpu::inline v0::detail
