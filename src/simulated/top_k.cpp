// SPDX-License-Identifier: Apache-2.0
#include "call/type_facts.hpp"
#include "kernels.hpp"
#include "top_k/table.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_top_k_table<queue>();

} // namespace

void top_k(queue& queue, top_k_request const& request) {
    std::size_t const size = known_types[request.value].size;
    queue.add_input(request.first, request.n * size);
    queue.add_output({request.out, written(request) * size}, size);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
