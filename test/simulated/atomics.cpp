// SPDX-License-Identifier: Apache-2.0
/// Atomic accesses, and blocks that wait for each other.
#include "simulated_device.hpp"
#include "support/thinned.hpp"

#include <cstdint>
#include <vector>

using test::context;
using test::defect;
using test::launch_options;
using test::shape;
using test::simulated_device;

namespace {

using device_word = std::uint64_t;

/// Words in global scratch, all zero.
device_word* allocate_zeros(simulated_device& device, std::size_t n) {
    device_word* const words = device.queue().allocate<device_word>(n);
    device.run(shape(1, 1), [=](context const& c) {
        for (std::size_t i = 0; i < n; ++i) c.global(words).put(i, 0);
    });
    return words;
}

} // namespace

TEST_CASE("atomic additions of all blocks count, and give each thread its own number",
          "[threads]") {
    simulated_device device;
    device_word* const counter = allocate_zeros(device, 1);
    device_word* const out = device.queue().allocate<device_word>(std::size_t{64} * 96);
    device.run(shape(64, 96), [=](context const& c) {
        device_word const mine = c.global(counter).fetch_add(0, 1);
        c.global(out).put(mine, mine); // a number that is given twice would be a race
    });
    REQUIRE(device.queue().fetch(counter) == 64 * 96);
}

TEST_CASE("an atomic access races with a plain one, but not with an atomic one") {
    auto const racing = [](bool writes) {
        simulated_device device;
        device_word* const counter = allocate_zeros(device, 1);
        return device.find(shape(1, 64), [=](context const& c) {
            if (c.block().thread_rank() == 0) (void)c.global(counter).fetch_add(0, 1);
            else if (c.block().thread_rank() == 40) {
                if (writes) c.global(counter).put(0, 1);
                else (void)c.global(counter).get(0);
            }
        });
    };
    REQUIRE(racing(true).kind() == defect::race);
    REQUIRE(racing(false).kind() == defect::race);
}

TEST_CASE("atomic accesses order no other memory") {
    simulated_device device;
    device_word* const flag = allocate_zeros(device, 1);
    device_word* const data = allocate_zeros(device, 1);
    auto const found = device.find(shape(1, 64), [=](context const& c) {
        if (c.block().thread_rank() == 0) {
            c.global(data).put(0, 7);
            c.global(flag).publish(0, 1);
        } else if (c.block().thread_rank() == 40) {
            (void)c.global(flag).fetch_add(0, 0);
            (void)c.global(data).get(0);
        }
    });
    REQUIRE(found.kind() == defect::race);
}

TEST_CASE("an atomic change of a word without a first value is a finding") {
    simulated_device device;
    device_word* const counter = device.queue().allocate<device_word>(1);
    auto const found = device.find(
        shape(1, 1), [=](context const& c) { (void)c.global(counter).fetch_add(0, 1); });
    REQUIRE(found.kind() == defect::unwritten);
}

TEST_CASE("blocks that draw tickets may wait for those with smaller ones, in any order",
          "[threads]") {
    for (bool const parallel : test::one_and_several_threads)
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            constexpr unsigned blocks = 40;
            simulated_device device({.seed = seed, .parallel = parallel});
            device_word* const ticket = allocate_zeros(device, 1);
            device_word* const totals = allocate_zeros(device, blocks);
            device.run(shape(blocks, 32, 64), [=](context const& c) {
                if (c.block().thread_rank() != 0) return;
                device_word const mine = c.global(ticket).fetch_add(0, 1);
                auto const is_there = [](device_word total) { return total != 0; };
                device_word const before =
                    mine == 0 ? 0 : c.global(totals).await(mine - 1, is_there);
                c.global(totals).publish(mine, before + 1);
            });
            REQUIRE(device.queue().fetch(totals + blocks - 1) == blocks);
        }
}

TEST_CASE("blocks that wait for their neighbours without tickets are a deadlock in some order",
          "[threads]") {
    unsigned deadlocks = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        constexpr unsigned blocks = 8;
        simulated_device device({.seed = seed, .parallel = seed % 2 == 0});
        device_word* const totals = allocate_zeros(device, blocks);
        try {
            device.run(shape(blocks, 32), [=](context const& c) {
                if (c.block().thread_rank() != 0) return;
                auto const mine = c.block_rank();
                auto const is_there = [](device_word total) { return total != 0; };
                device_word const before =
                    mine == 0 ? 0 : c.global(totals).await(mine - 1, is_there);
                c.global(totals).publish(mine, before + 1);
            });
        } catch (test::finding const& found) {
            REQUIRE(found.kind() == defect::deadlock);
            REQUIRE_THAT(found.what(), Catch::Contains("waits for a word"));
            ++deadlocks;
        }
    }
    REQUIRE(deadlocks > 0);
}

TEST_CASE("a defect of a block is reported, not the deadlock of those that wait for it",
          "[threads]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        simulated_device device({.seed = seed, .parallel = seed % 2 == 0});
        device_word* const ticket = allocate_zeros(device, 1);
        device_word* const totals = allocate_zeros(device, 8);
        auto const found = device.find(shape(8, 32), [=](context const& c) {
            if (c.block().thread_rank() != 0) return;
            device_word const mine = c.global(ticket).fetch_add(0, 1);
            if (mine == 1) (void)c.global(totals).get(8); // out of bounds
            auto const is_there = [](device_word total) { return total != 0; };
            device_word const before = mine == 0 ? 0 : c.global(totals).await(mine - 1, is_there);
            c.global(totals).publish(mine, before + 1);
        });
        REQUIRE(found.kind() == defect::bounds);
    }
}

TEST_CASE("atomic accesses are counted for each thread") {
    std::vector<gpu::simulated::counted_launch> counted;
    simulated_device device({.counted = &counted});
    device_word* const counter = allocate_zeros(device, 1);
    device.run(shape(3, 64), [=](context const& c) {
        if (c.block().thread_rank() % 32 < 5) (void)c.global(counter).fetch_add(0, 1);
    });
    REQUIRE(counted.back().counts.total().atomics == 3 * 2 * 5);
}
