// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"
#include "sorted/arrays.hpp"
#include "sorted/table.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_table<sorted_table<queue>>(real_types{});

} // namespace

void run_sorted(queue& queue, sorted_request const& request) {
    auto const bytes = bytes_of(request);
    bool const is_merge = is_for(request, sorted_function::merge);
    queue.add_output({request.out, bytes.out},
                     is_merge ? known_types[request.value].size : request.out_size);
    if (bytes.first == 0) queue.add_input(request.second, bytes.second);
    else if (bytes.second == 0) queue.add_input(request.first, bytes.first);
    else queue.add_inputs(request.first, bytes.first, request.second, bytes.second);
    run(table, queue, request, request.second);
}

} // namespace gpu::inline v0::simulated
