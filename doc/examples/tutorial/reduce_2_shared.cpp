// SPDX-License-Identifier: Apache-2.0
/// Step 2 of the reduction: the same steps in shared memory.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <string_view>
#include <vector>

void show(std::string_view name, gpu::warp_counts const& counts) {
    auto const sectors = counts.global_loads.sectors + counts.global_stores.sectors;
    std::cout << name << ": " << sectors << " sectors of global memory, "
              << counts.shared_loads.requests + counts.shared_stores.requests
              << " requests to shared memory\n";
}

int main() {
    std::vector<int> const x(512, 1);
    gpu::device_vector<int> const v(x, gpu::device::simulated());

    auto const global = gpu::neighbored.in(gpu::memory_space::global).block_size(512);
    auto const shared = gpu::neighbored.in(gpu::memory_space::shared).block_size(512);
    std::cout << "sums: " << gpu::reduce(global, v) << ' ' << gpu::reduce(shared, v) << '\n';

    // By hand: 512 integers are 2048 bytes, or 64 sectors of 32 bytes. The sum is in one more.
    std::cout << "by hand: " << 512 * sizeof(int) / 32 + 1 << " sectors at least\n";
    auto const problem = gpu::problem::reduce<int>(512);
    show("in global memory", gpu::explain(global, problem).total());
    show("in shared memory", gpu::explain(shared, problem).total());
}
//! [program]
