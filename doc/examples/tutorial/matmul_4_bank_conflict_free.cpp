// SPDX-License-Identifier: Apache-2.0
/// Step 4 of the product: padding ends the conflicts.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>

template <class Policy>
void show(Policy const& policy, std::string_view name) {
    auto const counts = gpu::explain(policy, gpu::problem::matmul<float>(512, 512, 512)).total();
    std::cout << name << ": " << counts.shared_loads.requests << " loads in "
              << counts.shared_loads.wavefronts << " wavefronts\n";
}

int main() {
    // Lane x reads element (x, i) of a tile. With a hole after each row, rows are 33 elements
    // apart.
    std::array<int, 32> words{};
    for (int x = 0; x < 32; ++x) ++words[x * 33 % 32];
    std::cout << "conflict degree " << *std::max_element(words.begin(), words.end()) << '\n';

    show(gpu::shared_tile, "shared_tile");
    show(gpu::bank_conflict_free, "bank_conflict_free");
}
//! [program]
