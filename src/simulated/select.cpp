// SPDX-License-Identifier: Apache-2.0
#include "host/select/select.hpp"
#include "expression.hpp"
#include "kernels.hpp"
#include "select/request.hpp"
#include "select/table.hpp"
#include "select_targets.hpp"

#include <array>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_select_table<queue>();

} // namespace

// An output may be as short as what is written to it: the host counts that first.
void select(queue& queue, select_request const& request) {
    if (request.expression != nullptr) return select_by_expression(queue, request);
    std::size_t const size = known_types[request.value].size;
    if (!is_for_count(request)) {
        std::array<std::uint64_t, 2> totals{};
        select_request counting = request;
        if (is_for_unique(request)) counting.selected.room = 0;
        else counting.wanted = static_cast<std::uint32_t>(select_kind::count_if);
        counting.totals = totals.data();
        select_on_host(counting, processors_instruction_set());
        add_target(queue, request.selected, totals[0], size);
        if (is_for_both(request)) add_target(queue, request.others, totals[1], size);
    }
    queue.add_input(request.first, request.n * size);
    run_selection(queue, request);
}

void run_selection(queue& queue, select_request const& request) { run(table, queue, request); }

} // namespace gpu::inline v0::simulated
