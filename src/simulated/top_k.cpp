// SPDX-License-Identifier: Apache-2.0
#include "call/type_facts.hpp"
#include "kernels.hpp"
#include "simulated/sort.hpp"
#include "top_k/table.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// Small, so that kernels for many elements run, too.
struct simulated_sorts {
    static constexpr top_k_limits limits{1 << 14, 1 << 11};
    static void sort(queue& queue, sort_request const& request) { sort_registered(queue, request); }
};

constexpr auto table = make_top_k_table<queue, simulated_sorts>();

} // namespace

void top_k(queue& queue, top_k_request const& request) {
    std::size_t const size = known_types[request.value].size;
    queue.add_input(request.first, request.n * size);
    queue.add_output({request.out, written(request) * size}, size);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
