// SPDX-License-Identifier: Apache-2.0
#include "call/type_facts.hpp"
#include "expression.hpp"
#include "extrema/table.hpp"
#include "kernels.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_table<extrema_table<queue>>(real_types{});

} // namespace

void find_extrema(queue& queue, extrema_request const& request) {
    if (request.keys != nullptr) return find_extrema_by_keys(queue, request);
    queue.add_input(request.first, request.n * known_types[request.value].size);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
