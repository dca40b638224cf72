// SPDX-License-Identifier: Apache-2.0
/// Step 8 of the reduction: all of it together, in an order that is the same everywhere.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iomanip>
#include <iostream>
#include <numeric>
#include <vector>

int main() {
    std::vector<float> x(100'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.F / static_cast<float>(i + 1);
    gpu::device_vector<float> const v(x, gpu::device::simulated());

    std::cout << std::setprecision(9);
    std::cout << "a loop:               " << std::accumulate(x.begin(), x.end(), 0.F) << '\n';
    for (unsigned const threads : {128, 512})
        std::cout << "interleaved, " << threads << ":     "
                  << gpu::reduce(gpu::interleaved.block_size(threads), v) << '\n';
    std::cout << "automatic, the host:  " << gpu::reduce(x) << '\n'
              << "automatic, simulated: " << gpu::reduce(v) << '\n';

    auto const counts = gpu::explain(gpu::automatic, gpu::problem::reduce<float>(1 << 20));
    auto const total = counts.total();
    std::cout << counts.launches.size() << " launch; " << std::setprecision(3)
              << total.global_loads.sectors_per_request() << " sectors per request; "
              << 100 * total.branch_efficiency() << " % branch efficiency\n";
    return gpu::reduce(x) == gpu::reduce(v) ? 0 : 1;
}
//! [program]
