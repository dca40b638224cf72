// SPDX-License-Identifier: Apache-2.0
#include "cuda/elementwise/elementwise.hpp"
#include "cuda/launch.cuh"
#include "elementwise/table.hpp"

namespace gpu::inline v0::detail {

/// More warps hide more of the wait for memory than more registers do.
template <bool Mirrored, unsigned Threads, class Arguments>
inline constexpr unsigned fewest_blocks<kernel::exchange<Mirrored, Threads>, Arguments> =
    2048 / Threads;

void launch_moves(cuda_queue& queue, elementwise_request const& r) {
    if (static_cast<elementwise_kind>(r.kind) == elementwise_kind::iota)
        with_type(r.value, [&]<class T>() { run_iota<cuda_queue, T>(queue, r); });
    else with_size(r.size, [&]<class T>() { run_moves<cuda_queue, T>(queue, r); });
}

} // namespace gpu::inline v0::detail
