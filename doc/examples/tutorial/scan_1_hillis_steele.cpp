// SPDX-License-Identifier: Apache-2.0
/// Step 1 of the scan: each element is folded with the one `stride` before it; the stride doubles.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    constexpr unsigned threads = 256;
    gpu::device_vector<int> const x(std::vector<int>{3, 1, 4, 1, 5, 9, 2, 6},
                                    gpu::device::simulated());
    gpu::device_vector<int> sums(x.size(), gpu::device::simulated());
    gpu::inclusive_scan(gpu::hillis_steele, x, sums);
    std::cout << "sums:";
    for (int const sum : sums.to_host()) std::cout << ' ' << sum;

    // By hand: in a step, all threads work but the first `stride`.
    unsigned steps = 0, additions = 0;
    for (unsigned stride = 1; stride < threads; stride *= 2) {
        ++steps;
        additions += threads - stride;
    }
    auto const counts = gpu::explain(gpu::hillis_steele.block_size(threads),
                                     gpu::problem::inclusive_scan<int>(threads));
    std::uint64_t counted = 0; // the line that reads another thread's value
    for (auto const& line : counts)
        if (line.counts.shared_loads.requests > 0)
            counted = std::max(counted, line.counts.thread_steps());
    std::cout << "\nby hand: " << steps << " steps, " << additions << " additions\n"
              << "counted: " << counted << " additions, " << counts.total(0).barriers / 8
              << " barriers of the block\n";
    return counted == additions ? 0 : 1;
}
//! [program]
