// SPDX-License-Identifier: Apache-2.0
#include "host/reduce_by_key/reduce_by_key.hpp"
#include "kernels.hpp"
#include "reduce_by_key/table.hpp"
#include "select_targets.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_reduce_by_key_table<queue>();

} // namespace

// An output may be as short as what is written to it: the host counts that first.
void reduce_by_key(queue& queue, reduce_by_key_request const& request) {
    std::size_t const key = known_types[request.value].size,
                      total = known_types[request.total].size;
    std::size_t const runs = count_runs_on_host(request);
    add_target(queue, request.keys_out, runs, key);
    add_target(queue, request.totals_out, runs, total);
    queue.add_inputs(request.first, request.n * key, request.values, request.n * total);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
