// SPDX-License-Identifier: Apache-2.0
/// Step 3 of the scan: tiles of threads scan by shuffles, and exchange one total each.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <string_view>

template <class Policy>
void show(Policy const& policy, std::string_view name) {
    auto const counts =
        gpu::explain(policy.block_size(256), gpu::problem::inclusive_scan<int>(256));
    auto const total = counts.total(0); // one block
    std::cout << name << ": " << total.shuffles << " shuffles, " << total.barriers / 8
              << " barriers of the block, " << total.shared_loads.requests << " shared loads\n";
}

int main() {
    // By hand: the 8 warps take log2(8) steps each; then the first tile takes as many for every
    // 8 of the 32 totals, and passes on their sum.
    std::cout << "shuffles of cg_tile<8>: " << 8 * 3 + 4 * (3 + 1) << '\n';
    show(gpu::hillis_steele, "hillis_steele");
    show(gpu::blelloch, "blelloch");
    show(gpu::cg_tile<8>, "cg_tile<8>");
    show(gpu::cg_tile<32>, "cg_tile<32>");
}
//! [program]
