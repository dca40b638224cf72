// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/reduce_by_key/reduce_by_key.hpp"
#include "reduce_by_key/table.hpp"

namespace gpu::inline v0::detail {

/// Keys of large tiles are in shared memory, which leaves room for three blocks.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::find_runs, Arguments> = 3;

/// Shared memory has room for no more windows.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::fold_runs, Arguments> = 7;

/// Totals and the next values are in registers.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::fold_long_runs, Arguments> = 2;

reduce_by_key_table<cuda_queue> make_reductions_by_key() {
    return make_reduce_by_key_table<cuda_queue>();
}

} // namespace gpu::inline v0::detail
