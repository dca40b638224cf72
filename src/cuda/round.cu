// SPDX-License-Identifier: Apache-2.0
#include "round.hpp"

#include "launch.cuh"

namespace gpu::inline v0::detail {
namespace {

/// The kernels of reductions have quieted a NaN: converted, it is the positive quiet one too.
template <class T>
void convert_one(cuda_queue& queue, float const* total, T* out) {
    queue.launch<kernel::convert>(launch_shape{1, 32, 0}, kernel::convert_arguments<float, T>{total, 1, out}, kernel::plus{});
}

} // namespace

void round_total(cuda_queue& queue, float const* total, half* out) { convert_one(queue, total, out); }
void round_total(cuda_queue& queue, float const* total, bfloat16* out) { convert_one(queue, total, out); }

} // namespace gpu::inline v0::detail
