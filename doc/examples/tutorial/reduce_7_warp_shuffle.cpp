// SPDX-License-Identifier: Apache-2.0
/// Step 7 of the reduction: loads of 16 bytes, and tiles as large as a warp.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <string_view>

template <class Policy>
void show(Policy const& policy, std::string_view name) {
    auto const counts = gpu::explain(policy, gpu::problem::reduce<int>(1 << 20));
    auto const total = counts.total(0); // of the first launch
    std::cout << name << ": " << counts.launches[0].grid.x << " blocks, "
              << total.global_loads.requests << " loads of "
              << total.global_loads.sectors_per_request() << " sectors, " << total.shuffles
              << " shuffles\n";
}

int main() {
    // By hand: 32 lanes that read 4 or 16 bytes each
    std::cout << "sectors per request: " << 32 * 4 / 32 << " or " << 32 * 16 / 32 << '\n';
    show(gpu::cg_tile<8>.block_size(512), "cg_tile<8>");
    show(gpu::cg_tile<32>.block_size(512), "cg_tile<32>");
    show(gpu::warp_shuffle.block_size(512), "warp_shuffle");
}
//! [program]
