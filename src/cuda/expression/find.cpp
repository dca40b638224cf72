// SPDX-License-Identifier: Apache-2.0
#include "find.hpp"

#include "expression/program.hpp"
#include "run_time_queue.hpp"

#include <gpualgo/kernel/find/launches.hpp>
#include <gpualgo/kernel/made_positions.hpp>

namespace gpu::inline v0::detail {

void find_by_expression(cuda_queue& queue, find_request const& r) {
    run_time_queue search(queue, r);
    if (r.n == 0) return; // the kernel was to be made only
    if (r.expression->made != nullptr) {
        *r.position = find_first(search, kernel::made_positions(), r.n, operation_in_kernel());
        return;
    }
    *r.position = with_bits(size_of(r.expression->type), [&]<class Bits>(Bits) {
        return find_first(search, static_cast<Bits const*>(r.first), r.n, operation_in_kernel());
    });
}

} // namespace gpu::inline v0::detail
