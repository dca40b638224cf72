// SPDX-License-Identifier: Apache-2.0
/// Step 4 of the reduction: padding moves elements to other banks.
//! [program]
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <array>
#include <iostream>

/// A hole of one element after every 32 of them, and one more after every 1024.
int padded(int i) { return i + i / 32 + i / 1024; }
int plain(int i) { return i; }

/// The words of the busiest bank, if each lane of a warp accesses element lane * distance.
int degree(int (*place)(int), int distance) {
    std::array<int, 32> words{};
    for (int lane = 0; lane < 32; ++lane) ++words[place(lane * distance) % 32];
    return *std::max_element(words.begin(), words.end());
}

int main() {
    for (int distance = 1; distance <= 32; distance *= 2)
        std::cout << "elements " << distance << " apart: degree " << degree(plain, distance)
                  << ", padded " << degree(padded, distance) << '\n';

    auto const problem = gpu::problem::reduce<int>(1024);
    auto const less = gpu::explain(gpu::neighbored_less.block_size(1024), problem).total();
    auto const free = gpu::explain(gpu::bank_conflict_free.block_size(1024), problem).total();
    std::cout << "neighbored_less: " << less.shared_loads.conflicts() << " conflicts of loads\n"
              << "bank_conflict_free: " << free.shared_loads.conflicts() << '\n';
}
//! [program]
