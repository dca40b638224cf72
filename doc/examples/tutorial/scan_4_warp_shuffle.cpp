// SPDX-License-Identifier: Apache-2.0
/// Step 4 of the scan: each thread scans 16 bytes in its registers first.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <string_view>

template <class Policy>
void show(Policy const& policy, std::string_view name) {
    constexpr auto n = 1 << 20;
    auto const counts = gpu::explain(policy.block_size(256), gpu::problem::inclusive_scan<int>(n));
    auto const total = counts.total();
    std::cout << name << ": " << counts.launches.size() << " launches, " << counts.total(0).shuffles
              << " shuffles in the first, "
              << (total.global_loads.bytes_used + total.global_stores.bytes_used) / sizeof(int) / n
              << " accesses per element\n";
}

int main() {
    // By hand: 2^20 / 256 blocks with a total each, 2^12 / 256 with theirs, and a last one; each
    // but the last scan is followed by a launch that completes its results.
    std::cout << "launches of cg_tile<32>: " << 3 + 2 << '\n';
    show(gpu::cg_tile<32>, "cg_tile<32>");
    show(gpu::warp_shuffle, "warp_shuffle");
}
//! [program]
