// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include "by_program.hpp"
#include "expression/bits.hpp"
#include "expression/program.hpp"
#include "select/request.hpp"
#include "select/table.hpp"
#include "select_targets.hpp"

#include <gpualgo/kernel/select/launches.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

template <class Bits>
kernel::select_totals select_bits(queue& queue, select_request const& r) {
    by_program<bool> const test{&r.expression->f};
    auto const arguments = arguments_of<Bits>(r);
    if (!is_for_count(r)) { // an output may be as short as what is written to it
        std::uint64_t selected = 0;
        for (std::size_t i = 0; i < r.n; ++i) selected += test(arguments.in[i]);
        add_target(queue, r.selected, selected, sizeof(Bits));
        if (is_for_both(r)) add_target(queue, r.others, r.n - selected, sizeof(Bits));
    }
    queue.add_input(r.first, r.n * sizeof(Bits));
    if (is_for_count(r)) return count_selected(queue, arguments, test);
    return is_for_both(r) ? select_in_order<true>(queue, arguments, test)
                          : select_in_order<false>(queue, arguments, test);
}

} // namespace

void select_by_expression(queue& queue, select_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    auto const select = [&]<class Bits>(Bits) { return select_bits<Bits>(queue, r); };
    note_totals(r, with_bits(size_of(r.expression->type), select));
}

} // namespace gpu::inline v0::simulated
