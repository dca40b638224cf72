// SPDX-License-Identifier: Apache-2.0
/// Step 6 of the reduction: tiles of threads exchange registers.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <array>
#include <iostream>

int main() {
    // A tile of 8 lanes. A shuffle hands each lane the register of another one.
    std::array<int, 8> value{3, 1, 4, 1, 5, 9, 2, 6};
    for (unsigned offset = 4; offset > 0; offset /= 2) {
        auto const before = value; // all lanes read before any lane writes
        for (unsigned lane = 0; lane + offset < 8; ++lane) value[lane] += before[lane + offset];
        std::cout << "offset " << offset << ':';
        for (unsigned lane = 0; lane < offset; ++lane) std::cout << ' ' << value[lane];
        std::cout << '\n';
    }

    auto const problem = gpu::problem::reduce<int>(512);
    auto const shared = gpu::explain(gpu::interleaved.block_size(512), problem).total();
    auto const tiles = gpu::explain(gpu::cg_tile<8>.block_size(512), problem).total();
    std::cout << "interleaved: " << shared.barriers / 16 << " barriers per warp, "
              << shared.shared_loads.requests + shared.shared_stores.requests
              << " requests to shared memory\n"
              << "cg_tile<8>: " << tiles.barriers / 16 << " barrier per warp, "
              << tiles.shared_loads.requests + tiles.shared_stores.requests << " requests, "
              << tiles.shuffles << " shuffles\n";
}
//! [program]
