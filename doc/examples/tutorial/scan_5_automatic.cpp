// SPDX-License-Identifier: Apache-2.0
/// Step 5 of the scan: one launch, in which blocks pass totals on to later blocks.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <vector>

int main() {
    constexpr std::uint64_t n = 1 << 20;
    auto const counts = gpu::explain(gpu::automatic, gpu::problem::inclusive_scan<float>(n));
    auto const total = counts.total();
    std::cout << counts.launches.size() << " launch of " << counts.launches[0].grid.x
              << " blocks; bytes read and written, per element: " << std::setprecision(4)
              << double(total.global_loads.bytes_used) / n << " and "
              << double(total.global_stores.bytes_used) / n << '\n';

    std::vector<float> x(100'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.F / static_cast<float>(i + 1);
    std::vector<float> by_loop(x.size()), by_host(x.size());
    std::inclusive_scan(x.begin(), x.end(), by_loop.begin());
    gpu::inclusive_scan(x, by_host);
    gpu::device_vector<float> v(x, gpu::device::simulated());
    gpu::inclusive_scan(v, v);
    auto const by_device = v.to_host();
    std::cout << std::setprecision(9) << "a loop:               " << by_loop.back() << '\n'
              << "automatic, the host:  " << by_host.back() << '\n'
              << "automatic, simulated: " << by_device.back() << '\n'
              << "never decreasing: " << std::is_sorted(by_device.begin(), by_device.end()) << '\n';
    return by_host == by_device ? 0 : 1;
}
//! [program]
