// SPDX-License-Identifier: Apache-2.0
#include "host/select/select.hpp"
#include "kernels.hpp"
#include "select/request.hpp"
#include "select/table.hpp"

#include <algorithm>
#include <array>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

constexpr auto table = make_select_table<queue>();

/// Registers the elements of an output that kernels may write.
void add_target(queue& queue, select_output const& output, std::uint64_t wanted, std::size_t size) {
    std::size_t const bytes = std::min(output.room, wanted) * size;
    if (bytes > 0) queue.add_output({output.first, bytes}, size);
}

} // namespace

// An output may be as short as what is written to it: the host counts that first.
void select(queue& queue, select_request const& request) {
    std::size_t const size = known_types[request.value].size;
    if (!is_for_count(request)) {
        std::array<std::uint64_t, 2> totals{};
        select_request counting = request;
        counting.wanted = static_cast<std::uint32_t>(select_kind::count_if);
        counting.totals = totals.data();
        select_on_host(counting, processors_instruction_set());
        add_target(queue, request.selected, totals[0], size);
        if (is_for_both(request)) add_target(queue, request.others, totals[1], size);
    }
    queue.add_input(request.first, request.n * size);
    run(table, queue, request);
}

} // namespace gpu::inline v0::simulated
