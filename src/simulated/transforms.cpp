// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

constinit transform_table<queue> const transformed_reductions =
    make_table<transform_table<queue>>(types{});

} // namespace gpu::inline v0::simulated
