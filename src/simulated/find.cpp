// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"
#include "find/table.hpp"
#include "kernels.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_find_table<queue>();

} // namespace

void find(queue& queue, find_request const& request) {
    if (request.expression != nullptr) return find_by_expression(queue, request);
    std::size_t const bytes = request.n * known_types[request.value].size;
    if (is_for_two(request)) queue.add_inputs(request.first, bytes, request.second, bytes);
    else queue.add_input(request.first, bytes);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
