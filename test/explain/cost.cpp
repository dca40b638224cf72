// SPDX-License-Identifier: Apache-2.0
/// Counting costs at most as much again as checking.
#include "call/names.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <ctime>
#include <vector>

using namespace gpu::detail;

namespace {

/// Processor time of a reduction on the simulated device.
std::clock_t time_of(std::size_t strategy, std::vector<gpu::simulated::counted_launch>* counted) {
    std::vector<float> const x(1 << 17, 1.F);
    float const init = 0;
    float sum = 0;
    gpu::simulated::launch_options options;
    options.counted = counted;
    call_result ran;
    gpu::simulated::queue queue(ran, options);
    reduce_request request;
    request.strategy = static_cast<std::uint32_t>(strategy);
    request.space = static_cast<std::uint32_t>(known_strategies[strategy].default_space);
    request.block_size = 256;
    request.value = request.accumulator = index_of<float, types>;
    request.operation = index_of<gpu::kernel::plus, operators>;
    request.n = x.size();
    request.first = x.data();
    request.init = &init;
    request.result = &sum;
    queue.add_input(x.data(), x.size() * sizeof(float));
    auto const start = std::clock();
    gpu::simulated::reduce(queue, request);
    auto const end = std::clock();
    REQUIRE(sum == 1 << 17);
    return end - start;
}

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool is_checked = false; // instructions of sanitizers would count, too
#else
constexpr bool is_checked = true;
#endif

} // namespace

TEST_CASE("counting costs at most as much again as checking") {
    for (auto const strategy : {index_of<gpu::policy::automatic, strategies>,
                                index_of<gpu::policy::interleaved, strategies>,
                                index_of<gpu::policy::warp_shuffle, strategies>}) {
        std::clock_t checked = time_of(strategy, nullptr), counted = 0;
        // alternating, and the least of each; other load can only lengthen them
        for (int i = 0; i < 5 || (is_checked && i < 50 && counted > 2 * checked); ++i) {
            std::vector<gpu::simulated::counted_launch> launches;
            auto const with = time_of(strategy, &launches);
            REQUIRE(!launches.empty());
            counted = i == 0 ? with : std::min(counted, with);
            checked = std::min(checked, time_of(strategy, nullptr));
        }
        CAPTURE(strategy, checked, counted);
        CHECK((!is_checked || counted <= 2 * checked));
    }
}
