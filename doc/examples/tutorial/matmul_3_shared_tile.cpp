// SPDX-License-Identifier: Apache-2.0
/// Step 3 of the product: blocks share what they load.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <array>
#include <iostream>

int main() {
    long const n = 512, tile = 32;
    // Without tiles, each of the n * n elements of C reads n elements of A and n of B.
    // With tiles, each element that is loaded serves a row or a column of the tile.
    std::cout << "by hand: " << 2 * n * n * n / 32 << " requests, with tiles "
              << 2 * n * n * n / tile / 32 << '\n';

    // Lane x reads element (x, i) of the tile of A: its rows are 32 elements apart.
    std::array<int, 32> words{};
    for (int x = 0; x < 32; ++x) ++words[x * 32 % 32];
    std::cout << "conflict degree " << *std::max_element(words.begin(), words.end()) << '\n';

    auto const problem = gpu::problem::matmul<float>(512, 512, 512);
    auto const rows = gpu::explain(gpu::row_on_y, problem).total();
    auto const tiles = gpu::explain(gpu::shared_tile, problem).total();
    std::cout << "the kernels: " << rows.global_loads.requests << " requests, with tiles "
              << tiles.global_loads.requests << '\n'
              << "conflict degree " << tiles.shared_loads.conflict_degree()
              << ": 32 for A and 1 for B\n";
}
//! [program]
