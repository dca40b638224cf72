// SPDX-License-Identifier: Apache-2.0
/// A program of somebody else's, compiled by plain g++: a reduction on the host, and one by a strategy.
#include <gpualgo/gpualgo.hpp>

#include <cstdint>
#include <iostream>
#include <numeric>
#include <vector>

int main() {
    std::vector<int> numbers(100'000);
    std::iota(numbers.begin(), numbers.end(), -40'000);
    auto const expected = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});

    gpu::report ran;
    gpu::device_vector<int> const copy(numbers, gpu::device::simulated());
    auto const on_host = gpu::reduce(numbers, std::int64_t{0});
    auto const by_strategy = gpu::reduce(gpu::interleaved.block_size(128).report_to(ran), copy.begin(), copy.end(), std::int64_t{0});

    std::cout << "libgpualgo " << gpu::version() << ": " << on_host << " and, by " << ran.kernel << ", " << by_strategy << '\n';
    return on_host == expected && by_strategy == expected && ran.device == gpu::device::simulated() && gpu::version() == GPUALGO_VERSION ? 0 : 1;
}
