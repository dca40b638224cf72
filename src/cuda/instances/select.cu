// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/select/select.hpp"
#include "select/table.hpp"

namespace gpu::inline v0::detail {

/// For searches by expressions.
template void cuda_queue::launch<kernel::clear_words>(launch_config, kernel::clear_arguments,
                                                      kernel::plus);

select_table<cuda_queue> make_selections() { return make_select_table<cuda_queue>(); }

} // namespace gpu::inline v0::detail
