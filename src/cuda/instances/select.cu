// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/select/select.hpp"
#include "select/table.hpp"

namespace gpu::inline v0::detail {

/// More warps hide more of the wait for memory than more registers do.
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::select_bytes, Arguments> = 6;

/// For selections by expressions.
template void cuda_queue::launch<kernel::clear_words>(launch_config, kernel::clear_arguments,
                                                      kernel::plus);

select_table<cuda_queue> make_selections() { return make_select_table<cuda_queue>(); }

} // namespace gpu::inline v0::detail
