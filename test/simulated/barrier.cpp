// SPDX-License-Identifier: Apache-2.0
/// Threads that wait for others that do not arrive: reported, never a hang.
#include "simulated_device.hpp"

#include <string>

using test::context;
using test::defect;
using test::find;
using test::lines_of;
using test::shape;

TEST_CASE("threads at different barriers") {
    unsigned const here = __LINE__;
    auto const found = find(shape(1, 64), [](context const& c) {
        if (c.block().thread_rank() < 40) c.block().sync();
        else c.block().sync();
    });
    REQUIRE(found.kind() == defect::divergence);
    REQUIRE(lines_of(found) == std::pair(here + 2, here + 3));
    REQUIRE(found.first().thread < 40);
    REQUIRE(found.second()->thread >= 40);
    REQUIRE_THAT(found.what(), Catch::Contains("barrier.cpp:" + std::to_string(here + 2)) &&
                                   Catch::Contains("barrier.cpp:" + std::to_string(here + 3)));
}

TEST_CASE("a thread that has exited is reported with its last site") {
    test::simulated_device device;
    int* const out = device.queue().allocate<int>(64);
    unsigned const here = __LINE__;
    auto const found = device.find(shape(1, 64), [=](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.global(out).put(rank, 1);
        if (rank == 33) return;
        c.block().sync();
    });
    REQUIRE(found.kind() == defect::divergence);
    REQUIRE(found.second()->thread == 33);
    REQUIRE(lines_of(found) == std::pair(here + 3, here + 5));
    REQUIRE_THAT(found.what(), Catch::Contains("thread 33") && Catch::Contains("has exited"));
}

namespace {

/// A typical block sum that synchronises inside: all threads must call it.
int block_sum(gpu::simulated::thread_block const& block, gpu::simulated::array<int> const& scratch,
              int value) {
    scratch.put(block.thread_rank(), value);
    block.sync();
    int sum = 0;
    for (unsigned i = 0; i < block.num_threads(); ++i) sum += scratch.get(i);
    return sum;
}

} // namespace

TEST_CASE("a collective that half of the block skips is reported, not a hang") {
    auto const found = find(shape(3, 128, 128 * sizeof(int)), [](context const& c) {
        if (c.block().thread_rank() < c.block().num_threads() / 2)
            (void)block_sum(c.block(), c.shared<int>(), 1);
    });
    REQUIRE(found.kind() == defect::divergence);
    REQUIRE(found.first().thread < 64);
    REQUIRE(found.second()->thread >= 64);
    REQUIRE_THAT(found.what(), Catch::Contains("block's barrier") && Catch::Contains("has exited"));
}

TEST_CASE("a barrier that one thread reaches twice") {
    auto const found = find(shape(1, 32), [](context const& c) {
        for (unsigned i = 0; i < (c.block().thread_rank() == 5 ? 2u : 1u); ++i) c.block().sync();
    });
    REQUIRE(found.kind() == defect::divergence);
    REQUIRE(found.first().thread == 5);
}

TEST_CASE("a lane of a tile waits at another site") {
    unsigned const here = __LINE__;
    auto const found = find(shape(1, 64), [](context const& c) {
        auto const tile = c.tile<8>();
        if (tile.thread_rank() < 4) tile.sync();
        else (void)tile.shfl(1, 0);
    });
    REQUIRE(found.kind() == defect::divergence);
    REQUIRE(lines_of(found) == std::pair(here + 3, here + 4));
    REQUIRE(found.first().thread / 8 == found.second()->thread / 8);
}

TEST_CASE("a lane of a tile waits at the block's barrier, or has exited") {
    auto const waiting = find(shape(1, 64), [](context const& c) {
        if (c.block().thread_rank() == 7) c.block().sync();
        (void)c.tile<4>().any(true);
    });
    REQUIRE(waiting.kind() == defect::divergence);
    REQUIRE(waiting.second()->thread == 7);
    REQUIRE_THAT(waiting.what(), Catch::Contains("waits in vote") &&
                                     Catch::Contains("waits at the block's barrier"));

    auto const exited = find(shape(1, 64), [](context const& c) {
        if (c.block().thread_rank() == 62) return;
        (void)c.tile<32>().shfl_down(1, 1);
    });
    REQUIRE(exited.kind() == defect::divergence);
    REQUIRE(exited.second()->thread == 62);
    REQUIRE_THAT(exited.what(),
                 Catch::Contains("waits in shuffle") && Catch::Contains("has exited"));
}

TEST_CASE("tiles of different sizes do not synchronise with each other") {
    auto const found = find(shape(1, 32), [](context const& c) {
        auto const sync = [](auto const& group) { group.sync(); };
        if (c.block().thread_rank() < 16) sync(c.tile<32>());
        else sync(c.tile<16>());
    });
    REQUIRE(found.kind() == defect::divergence);
}

TEST_CASE("tiles that finish early, and exited tiles, are no divergence") {
    test::simulated_device device;
    int* const out = device.queue().allocate<int>(210);
    device.run(shape(1, 210), [=](context const& c) {
        auto const tile = c.tile<4>();
        // each tile synchronises another number of times
        for (unsigned i = 0; i < tile.meta_group_rank() % 3; ++i) tile.sync();
        c.block().sync();
        if (tile.meta_group_rank() % 2 == 1) return;
        tile.sync();
        c.global(out).put(c.block().thread_rank(), 1);
    });
    REQUIRE(device.queue().fetch(out + 208) == 1);
}

TEST_CASE("a block publishes once per launch") {
    auto const found = find(shape(2, 32), [](context const& c) {
        (void)c.is_last_block();
        (void)c.is_last_block();
    });
    REQUIRE(found.kind() == defect::publish);
}

TEST_CASE("after a finding the device runs other kernels", "[threads]") {
    test::simulated_device device;
    int* const out = device.queue().allocate<int>(1024);
    for (int round = 0; round < 3; ++round) {
        (void)device.find(shape(8, 1024), [](context const& c) {
            if (c.block().thread_rank() % 2 == 0) c.block().sync();
        });
        device.run(shape(1, 1024), [=](context const& c) {
            c.block().sync();
            c.global(out).put(c.block().thread_rank(), round);
        });
        REQUIRE(device.queue().fetch(out + 1023) == round);
    }
}

TEST_CASE("exceptions of a kernel propagate out of the launch", "[threads]") {
    test::simulated_device device;
    auto const throwing = [](context const& c) {
        if (c.block().thread_rank() == 77) throw std::runtime_error("of the kernel's own");
        c.block().sync();
    };
    REQUIRE_THROWS_WITH(device.run(shape(4, 128), throwing), "of the kernel's own");
}

TEST_CASE("impossible shapes") {
    test::simulated_device device;
    auto const nothing = [](context const&) {};
    REQUIRE_THROWS_AS(device.run(shape(1, 0), nothing), std::invalid_argument);
    REQUIRE_THROWS_AS(device.run(shape(1, 1025), nothing), std::invalid_argument);
    REQUIRE_THROWS_AS(device.run(shape(0, 1), nothing), std::invalid_argument);
    REQUIRE_THROWS_AS(device.run(shape(1, 1, 228 << 10), nothing), std::invalid_argument);
    REQUIRE_NOTHROW(device.run(shape(1, 1, 227 << 10), nothing));
    REQUIRE_THROWS_AS(device.run({{1u << 16, 1u << 16}, {1}}, nothing), std::invalid_argument);
}
