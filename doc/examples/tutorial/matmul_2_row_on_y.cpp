// SPDX-License-Identifier: Apache-2.0
/// Step 2 of the product: neighbouring threads compute neighbouring columns.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <set>

/// The sectors that a warp touches, if its lanes access these elements of a matrix of floats.
template <class Place>
std::size_t sectors(Place place) {
    std::set<int> touched;
    for (int lane = 0; lane < 32; ++lane) touched.insert(place(lane) * 4 / 32);
    return touched.size();
}

int main() {
    int const n = 512, k = 7; // columns, and some element of the sum
    // Lane x of the first warp computes C[0][x].
    std::cout << "by hand: A " << sectors([=](int) { return k; }) << ", B "
              << sectors([=](int x) { return k * n + x; }) << ", C "
              << sectors([=](int x) { return x; }) << " sectors per request\n";

    auto const counts = gpu::explain(gpu::row_on_y, gpu::problem::matmul<float>(n, n, n));
    std::cout << "the kernel: " << counts.accesses[0].sectors << ' ' << counts.accesses[1].sectors
              << ' ' << counts.total().global_stores.sectors_per_request() << '\n';
    auto const slow = gpu::explain(gpu::row_on_x, gpu::problem::matmul<float>(n, n, n));
    auto const loads = [](auto const& explained) { return explained.total().global_loads.sectors; };
    std::cout << "row_on_x loads " << double(loads(slow)) / double(loads(counts))
              << " times as many sectors\n";
}
//! [program]
