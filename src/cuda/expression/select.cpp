// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "run_time_queue.hpp"
#include "select/request.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/select/launches.hpp>

namespace gpu::inline v0::detail {
namespace {

template <class Bits>
kernel::select_totals select_bits(run_time_queue<selection_by_kernel>& queue,
                                  select_request const& r) {
    auto const arguments = arguments_of<Bits>(r);
    if (is_for_count(r)) return count_selected(queue, arguments, operation_in_kernel());
    return is_for_both(r) ? select_in_order<true>(queue, arguments, operation_in_kernel())
                          : select_in_order<false>(queue, arguments, operation_in_kernel());
}

} // namespace

void select_by_expression(cuda_queue& queue, select_request const& r) {
    if (r.n == 0) { // the kernels were to be made only
        (void)kernel_for(selection_by_kernel{r, false}, queue.ordinal());
        if (!is_for_count(r)) (void)kernel_for(selection_by_kernel{r, true}, queue.ordinal());
        return;
    }
    with_bits(known_types[r.value].size, [&]<class Bits>(Bits) {
        bool const is_at_once =
            !is_for_count(r) && selection_grid<kernel::select_at_once<Bits>>(queue, r.n).is_at_once;
        selection_by_kernel const made{r, is_at_once};
        run_time_queue selection(queue, made);
        note_totals(r, select_bits<Bits>(selection, r));
    });
}

} // namespace gpu::inline v0::detail
