// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include "expression/program.hpp"
#include "select/request.hpp"
#include "select/table.hpp"
#include "select_targets.hpp"

#include <gpualgo/kernel/select/launches.hpp>

#include <cstdint>
#include <cstring>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// The predicate of a selection, evaluated by the program.
struct test_by_program {
    expression_view const* f;

    template <class Bits>
    bool operator()(Bits element) const {
        void const* const operands[] = {&element, nullptr};
        bool is_selected = false;
        f->evaluate(f->object, &is_selected, operands);
        return is_selected;
    }
};

template <class Bits>
kernel::select_totals select_bits(queue& queue, select_request const& r) {
    test_by_program const test{&r.expression->f};
    auto const arguments = arguments_of<Bits>(r);
    if (!is_for_count(r)) { // an output may be as short as what is written to it
        std::uint64_t selected = 0;
        for (std::size_t i = 0; i < r.n; ++i) selected += test(arguments.in[i]);
        add_target(queue, r.selected, selected, sizeof(Bits));
        if (is_for_both(r)) add_target(queue, r.others, r.n - selected, sizeof(Bits));
    }
    queue.add_input(r.first, r.n * sizeof(Bits));
    if (is_for_count(r)) return count_selected<false>(queue, arguments, default_block_size, test);
    return is_for_both(r) ? select_in_order<true>(queue, arguments, test)
                          : select_in_order<false>(queue, arguments, test);
}

} // namespace

void select_by_expression(queue& queue, select_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    switch (size_of(r.expression->type)) {
    case 1: return note_totals(r, select_bits<std::uint8_t>(queue, r));
    case 2: return note_totals(r, select_bits<std::uint16_t>(queue, r));
    case 4: return note_totals(r, select_bits<std::uint32_t>(queue, r));
    default: return note_totals(r, select_bits<std::uint64_t>(queue, r));
    }
}

} // namespace gpu::inline v0::simulated
