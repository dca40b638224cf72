// SPDX-License-Identifier: Apache-2.0
#include "by_program.hpp"
#include "expression.hpp"
#include "expression/bits.hpp"
#include "expression/program.hpp"

#include <gpualgo/kernel/find/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

void find_by_expression(queue& queue, find_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    by_program<bool> const test{&r.expression->f};
    if (auto const* const made = r.expression->made) {
        add_ranges(queue, *made, nullptr);
        *r.position = find_first(queue, made_elements{made}, r.n, test);
        return;
    }
    std::size_t const size = size_of(r.expression->type);
    queue.add_input(r.first, r.n * size);
    *r.position = with_bits(size, [&]<class Bits>(Bits) {
        return find_first(queue, static_cast<Bits const*>(r.first), r.n, test);
    });
}

} // namespace gpu::inline v0::simulated
