// SPDX-License-Identifier: Apache-2.0
#include "expression/scan.hpp"

#include "expression/program.hpp"
#include "launch.hpp"
#include "run_time_queue.hpp"

namespace gpu::inline v0::detail {

void scan_on_gpu(std::uint32_t ordinal, scan_expression_request const& r, call_result& ran) {
    cuda_queue queue(ordinal, ran, r,
                     r.leaves != 0 ? cuda_queue::ending::leaves : cuda_queue::ending::waits);
    if (r.n == 0) { // the kernels were to be made only
        for (bool const is_at_once : {false, true})
            (void)kernel_for(scan_by_kernel{r, is_at_once}, ordinal);
        return;
    }
    with_bits(size_of(r.out.type), [&]<class Bits>(Bits) {
        scan_by_kernel const made{r, number_scan_grid<sizeof(Bits)>(queue, r.n).is_at_once};
        run_time_queue scan(queue, made);
        scan_numbers<sizeof(Bits)>(scan, r, operation_in_kernel());
    });
}

} // namespace gpu::inline v0::detail
