// SPDX-License-Identifier: Apache-2.0
#include "by_program.hpp"
#include "expression.hpp"
#include "expression/program.hpp"
#include "expression/scan.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

void scan_by_expression(queue& queue, scan_expression_request const& r) {
    if (r.n == 0) return; // the kernel was to be made only
    std::size_t const size = size_of(r.out.type), bytes = r.n * size;
    queue.add_output({const_cast<void*>(r.out.first), bytes}, size);
    if (r.in[0].first != r.out.first) queue.add_input(r.in[0].first, bytes);
    with_bits(size, [&]<class Bits>(Bits) {
        scan_numbers<sizeof(Bits)>(queue, r, by_program<opaque_total<sizeof(Bits)>>{&r.fold});
    });
}

} // namespace gpu::inline v0::simulated
