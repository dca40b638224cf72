// SPDX-License-Identifier: Apache-2.0
#include "expression/extrema.hpp"

#include "by_program.hpp"
#include "expression.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

void find_extrema_by_keys(queue& queue, extrema_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    auto const with_keys = [&]<class Bits>(kernel::number_order<Bits> order) {
        return kernel::order_by_keys<kernel::number_order<Bits>, by_program<Bits>>{order,
                                                                                   {&r.keys->f}};
    };
    if (auto const* const made = r.keys->made) {
        add_ranges(queue, *made, nullptr);
        search_made_elements(queue, r, made_elements{made}, with_keys);
    } else {
        queue.add_input(r.first, r.n * size_of(r.keys->type));
        search_by_keys(queue, r, with_keys);
    }
}

} // namespace gpu::inline v0::simulated
