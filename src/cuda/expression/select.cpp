// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "run_time_queue.hpp"
#include "select/request.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/select/launches.hpp>

namespace gpu::inline v0::detail {
namespace {

template <class Bits>
kernel::select_totals select_bits(run_time_queue<select_request>& queue, select_request const& r) {
    auto const arguments = arguments_of<Bits>(r);
    if (is_for_count(r))
        return count_selected<false>(queue, arguments, default_block_size, operation_in_kernel());
    return is_for_both(r) ? select_in_order<true>(queue, arguments, operation_in_kernel())
                          : select_in_order<false>(queue, arguments, operation_in_kernel());
}

} // namespace

void select_by_expression(cuda_queue& queue, select_request const& r) {
    run_time_queue selection(queue, r);
    if (r.n == 0) return; // the kernel was to be made only
    auto const select = [&]<class Bits>(Bits) { return select_bits<Bits>(selection, r); };
    note_totals(r, with_bits(known_types[r.value].size, select));
}

} // namespace gpu::inline v0::detail
