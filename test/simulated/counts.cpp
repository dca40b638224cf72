// SPDX-License-Identifier: Apache-2.0
/// Counts of kernels whose warps, requests and steps are known.
#include "counts.hpp"

#include <cstddef>
#include <vector>

using test::at_line;
using test::context;
using test::counting_device;
using test::shape;

namespace {

/// Seeds of orders of lanes, warps and blocks; counts depend on none of them.
constexpr std::uint64_t seeds = 5;

} // namespace

TEST_CASE("requests are of the lanes that are at one site in one step") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        counting_device device({.seed = seed});
        unsigned const here = __LINE__;
        auto const counts = device.run(shape(1, 64, 1024), [](context const& c) {
            auto const shared = c.shared<int>();
            unsigned const rank = c.block().thread_rank();
            shared.put(rank, 1);
            if (rank % 2 == 0) (void)shared.get(rank);
            for (unsigned i = 0; i < rank % 4; ++i) (void)shared.get(rank);
        });
        auto const put = at_line(counts, here + 4);
        REQUIRE(put.steps == 2);
        REQUIRE(put.divergent_steps == 0);
        REQUIRE(put.active_lanes[31] == 2);
        REQUIRE(put.shared_stores == gpu::shared_counts{2, 2, 2});
        auto const even = at_line(counts, here + 5);
        REQUIRE(even.steps == 2);
        REQUIRE(even.divergent_steps == 2);
        REQUIRE(even.active_lanes[15] == 2);
        // three passes, of 24, 16 and 8 lanes
        auto const loop = at_line(counts, here + 6);
        REQUIRE(loop.steps == 6);
        REQUIRE(loop.active_lanes[23] == 2);
        REQUIRE(loop.active_lanes[15] == 2);
        REQUIRE(loop.active_lanes[7] == 2);
        REQUIRE(loop.thread_steps() == 96);
        REQUIRE(counts.warps == 2);
        REQUIRE(counts.divergent_warps == 2);
    }
}

TEST_CASE("a barrier and a collective start new steps") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        unsigned const here = __LINE__;
        auto const counts =
            counting_device({.seed = seed}).run(shape(2, 32, 1024), [](context const& c) {
                auto const shared = c.shared<int>();
                auto const warp = c.tile<32>();
                unsigned const rank = c.block().thread_rank();
                shared.put(rank, 1);
                for (unsigned pass = 0; pass < 3; ++pass) {
                    if (rank % 3 == pass) (void)shared.get(rank);
                    (void)warp.shfl(rank, 0);
                    (void)warp.any(true);
                    warp.sync();
                    c.block().sync();
                }
            });
        auto const read = at_line(counts, here + 8);
        REQUIRE(read.steps == 6); // a lane reads once, but in three steps of the warp
        REQUIRE(read.active_lanes[10] == 4);
        REQUIRE(read.active_lanes[9] == 2);
        REQUIRE(at_line(counts, here + 9).shuffles == 6);
        REQUIRE(at_line(counts, here + 10).votes == 6);
        REQUIRE(at_line(counts, here + 11).tile_syncs == 6);
        REQUIRE(at_line(counts, here + 12).barriers == 6);
        REQUIRE(counts.total().barriers == 6);
    }
}

TEST_CASE("several accesses in one line are one step of the line") {
    unsigned const here = __LINE__;
    auto const counts = counting_device().run(shape(1, 32, 1024), [](context const& c) {
        auto const shared = c.shared<int>();
        unsigned const rank = c.block().thread_rank();
        shared.put(rank, 1);
        if (rank < 7) shared.put(rank, shared.get(rank) + shared.get(rank));
    });
    auto const sum = at_line(counts, here + 5);
    REQUIRE(sum.steps == 1);
    REQUIRE(sum.active_lanes[6] == 1);
    REQUIRE(sum.shared_loads.requests == 2);
    REQUIRE(sum.shared_stores.requests == 1);
}

TEST_CASE("threads that a warp does not have do not make it diverge") {
    // 48 threads: a whole warp and one of 16 threads
    unsigned const here = __LINE__;
    auto const counts = counting_device().run(shape(3, 48, 1024), [](context const& c) {
        c.shared<int>().put(c.block().thread_rank(), 1);
    });
    REQUIRE(counts.warps == 6);
    REQUIRE(counts.divergent_warps == 0);
    REQUIRE(at_line(counts, here + 2).active_lanes[31] == 3);
    REQUIRE(at_line(counts, here + 2).active_lanes[15] == 3);
}

TEST_CASE("warps of blocks of 1, 2 and 3 dimensions: x varies fastest, then y, then z") {
    using gpu::extent3;
    struct {
        extent3 block;
        std::size_t warps;
    } const cases[] = {{{48}, 2}, {{16, 16}, 8}, {{5, 6, 7}, 7}, {{33, 1, 2}, 3}};
    for (auto const& [block, warps] : cases) {
        std::vector<int> in(block.volume());
        counting_device device;
        device.queue().add_input(in.data(), in.size() * sizeof(int));
        auto const counts = device.run({{1}, block}, [&](context const& c) {
            auto const index = c.block().thread_index();
            auto const extent = c.block().group_dim();
            (void)c.global(in.data() + 0).get(index.x + extent.x * (index.y + extent.y * index.z));
        });
        REQUIRE(counts.warps == warps);
        // consecutive lanes read consecutive elements
        REQUIRE(counts.total().global_loads.requests == warps);
        REQUIRE(counts.total().global_loads.bytes_used == in.size() * sizeof(int));
    }
}

TEST_CASE("warps without an access are idle") {
    auto const counts = counting_device().run(shape(2, 96, 1024), [](context const& c) {
        if (c.block().thread_rank() < 40) c.shared<int>().put(c.block().thread_rank(), 1);
    });
    REQUIRE(counts.warps == 6);
    REQUIRE(counts.divergent_warps == 2);
    REQUIRE(counts.idle_warps == 2);
}

TEST_CASE("a wide element is one request") {
    std::vector<int> in(1024);
    counting_device device;
    device.queue().add_input(in.data(), in.size() * sizeof(int));
    auto const counts = device.run(shape(1, 32), [&](context const& c) {
        (void)c.global(in.data() + 0).vector<4>(4 * c.block().thread_rank());
    });
    auto const loads = counts.total().global_loads;
    REQUIRE(loads.requests == 1);
    REQUIRE(loads.bytes_used == 512);
}

TEST_CASE("a finding in a counted launch leaves the device usable") {
    counting_device device;
    REQUIRE_THROWS_AS(device.run(shape(1, 64, 256),
                                 [](context const& c) {
                                     c.shared<int>().put(c.block().thread_rank(), 1);
                                     if (c.block().thread_rank() == 0) c.block().sync();
                                 }),
                      test::finding);
    auto const counts = device.run(shape(1, 32, 256), [](context const& c) {
        c.shared<int>().put(c.block().thread_rank(), 1);
    });
    REQUIRE(counts.total().steps == 1);
    REQUIRE(counts.total().barriers == 0);
}
