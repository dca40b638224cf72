// SPDX-License-Identifier: Apache-2.0
#include "call/type_facts.hpp"
#include "kernels.hpp"
#include "scan/table.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_table<scan_table<queue>>(types{});

} // namespace

void scan(queue& queue, scan_request const& request) {
    std::size_t const size = known_types[request.value].size, bytes = request.n * size;
    queue.add_output({request.out, bytes}, size);
    if (request.first != request.out) queue.add_input(request.first, bytes);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
