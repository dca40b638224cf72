// SPDX-License-Identifier: Apache-2.0
/// Step 1 of the product: neighbouring threads compute neighbouring rows.
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
    // Lane x of the first warp computes C[x][0]. Rows are n elements apart.
    std::cout << "by hand: A " << sectors([=](int x) { return x * n + k; }) << ", B "
              << sectors([=](int) { return k * n; }) << ", C "
              << sectors([=](int x) { return x * n; }) << " sectors per request\n";

    gpu::matrix<float> const a(2, 3, {1, 2, 3, 4, 5, 6}, gpu::device::simulated());
    auto const c = gpu::matmul(gpu::row_on_x, a, gpu::transposed(a));
    std::cout << "A times its transpose: " << c(0, 0) << ' ' << c(0, 1) << ' ' << c(1, 1) << '\n';

    auto const counts = gpu::explain(gpu::row_on_x, gpu::problem::matmul<float>(n, n, n));
    std::cout << "the kernel: " << counts.accesses[0].sectors << ' ' << counts.accesses[1].sectors
              << ' ' << counts.total().global_stores.sectors_per_request() << '\n';
}
//! [program]
