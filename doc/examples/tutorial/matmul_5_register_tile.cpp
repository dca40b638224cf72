// SPDX-License-Identifier: Apache-2.0
/// Step 5 of the product: each thread computes many elements, in registers.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <string_view>

template <class Policy>
void show(Policy const& policy, std::string_view name) {
    double const n = 512;
    auto const counts = gpu::explain(policy, gpu::problem::matmul<float>(512, 512, 512)).total();
    std::cout << name << ": " << n * n * n / 32 / double(counts.shared_loads.requests)
              << " products per load of a lane, " << counts.barriers << " barriers\n";
}

int main() {
    // One product needs two loads. A square of 8 by 8 products needs 8 elements of A and 8 of B,
    // and a load of 16 bytes has 4 of them.
    std::cout << "by hand: " << 1 / 2. << " and " << 8 * 8 / (2 + 2.) << " products per load\n";
    show(gpu::bank_conflict_free, "bank_conflict_free");
    show(gpu::register_tile, "register_tile");

    gpu::matrix<float> const a(2, 2, {1, 2, 3, 4}, gpu::device::simulated());
    auto const c = gpu::matmul(gpu::register_tile, a, a);
    std::cout << "A squared: " << c(0, 0) << ' ' << c(0, 1) << ' ' << c(1, 0) << ' ' << c(1, 1)
              << '\n';
}
//! [program]
