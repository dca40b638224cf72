// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include "call/type_facts.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

constinit reduce_table<queue> const plain_reductions = make_table<reduce_table<queue>>(types{});

void reduce(queue& queue, reduce_request const& request) {
    std::size_t const bytes = request.n * known_types[request.value].size;
    if (request.second == nullptr) queue.add_input(request.first, bytes);
    else queue.add_inputs(request.first, bytes, request.second, bytes);
    run(reduction_tables<simulated::queue>{plain_reductions, transformed_reductions}, queue,
        request);
}

} // namespace gpu::inline v0::simulated
