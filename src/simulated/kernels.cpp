// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

constinit reduce_table<queue> const reductions = make_table<reduce_table<queue>>(types{});

void reduce(queue& queue, reduce_request const& request) {
    queue.add_input(request.first, request.n * known_types[request.value].size);
    run(reductions, queue, request);
}

} // namespace gpu::inline v0::simulated
