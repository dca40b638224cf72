// SPDX-License-Identifier: Apache-2.0
/// Runs that are not counted call no function of the counters, so that counting cannot slow them
/// down. The functions here replace those of the library, and count their calls.
#include "simulated/counting/block_counter.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/explain.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <vector>

namespace {
std::atomic<unsigned> begun, recorded, ended; ///< calls
}

namespace gpu::inline v0::simulated {

void block_counter::begin_launch() { ++begun; }
void block_counter::begin_block(std::span<warp const>, block_trace*) { ++begun; }
void block_counter::end_warp(unsigned) { ++ended; }
void block_counter::end_block() { ++ended; }
launch_counts block_counter::result() const {
    ++ended;
    return {};
}
void warp_trace::record(unsigned, event_kind, std::uint64_t, std::uint32_t,
                        gpu::code_location const&) {
    ++recorded;
}

} // namespace gpu::inline v0::simulated

TEST_CASE("plain runs on the simulated device call no function of the counters") {
    auto const here = gpu::device::simulated();
    std::vector<int> const host(5000, 1);
    gpu::device_vector<int> const x(host, here);
    gpu::device_vector<int> out(host.size(), here);
    gpu::matrix<float> const a(40, 40, here);
    gpu::matrix<float> c(40, 40, here);

    REQUIRE(gpu::reduce(gpu::automatic, x) == 5000);      // one block is the last to publish
    REQUIRE(gpu::reduce(gpu::interleaved, x) == 5000);    // barriers and shared memory
    REQUIRE(gpu::reduce(gpu::warp_shuffle, x) == 5000);   // shuffles
    gpu::inclusive_scan(gpu::automatic, x, out);          // blocks that wait for each other
    gpu::copy_if(gpu::warp_shuffle, x, out, gpu::is_odd); // atomics
    gpu::matmul(gpu::shared_tile, a, a, c);
    REQUIRE(begun == 0);
    REQUIRE(recorded == 0);
    REQUIRE(ended == 0);

    (void)gpu::explain(gpu::interleaved, gpu::problem::reduce<int>(5000)); // counts
    REQUIRE(begun > 0);
    REQUIRE(recorded > 5000 / 32);
    REQUIRE(ended > 0);
}
