// SPDX-License-Identifier: Apache-2.0
/// Races, and the operations that order accesses.
#include "simulated_device.hpp"

#include <set>
#include <vector>

using test::context;
using test::defect;
using test::find;
using test::launch_options;
using test::lines_of;
using test::shape;
using test::simulated_device;

namespace {

constexpr std::size_t kilobytes = 4 * 1024;

} // namespace

TEST_CASE("a write that another thread reads without a barrier") {
    std::set<bool> reader_was_first;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        unsigned const here = __LINE__;
        auto const found = find(shape(1, 64, kilobytes),
                                [](context const& c) {
                                    auto const shared = c.shared<int>();
                                    unsigned const rank = c.block().thread_rank();
                                    shared.put(rank, 1);
                                    if (rank < 32) (void)shared.get(rank + 32);
                                },
                                {.seed = seed});
        // even if the reader ran first, and read unwritten memory
        REQUIRE(found.kind() == defect::race);
        REQUIRE(lines_of(found) == std::pair(here + 5, here + 6));
        REQUIRE((found.first().thread ^ found.second()->thread) == 32);
        REQUIRE_THAT(found.what(), Catch::Contains("race") && Catch::Contains("shared memory"));
        reader_was_first.insert(found.second()->thread < 32);
    }
    REQUIRE(reader_was_first.size() == 2);
}

TEST_CASE("a barrier orders all threads of a block") {
    simulated_device device;
    int* const out = device.queue().allocate<int>(4 * 1024);
    device.run(shape(4, 1024, kilobytes), [=](context const& c) {
        auto const shared = c.shared<int>();
        unsigned const rank = c.block().thread_rank();
        for (unsigned step = 1; step < 1024; step *= 2) {
            shared.put(rank, static_cast<int>(rank + step));
            c.block().sync();
            int const other = shared.get(rank ^ step);
            c.block().sync(); // before the next write
            c.global(out).put(c.block_rank() * 1024 + rank, other);
        }
    });
    REQUIRE(device.queue().fetch(out) == 512 + 512);
    REQUIRE(device.queue().fetch(out + 4095) == 511 + 512);
}

TEST_CASE("a write after several reads races with any of them, not only with the last") {
    // Thread 64 writes what threads 0 and 64 have read, in any order.
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        auto const found = find(shape(1, 96, kilobytes),
                                [](context const& c) {
                                    auto const shared = c.shared<int>();
                                    unsigned const rank = c.block().thread_rank();
                                    if (rank == 0) shared.put(0, 1);
                                    c.block().sync();
                                    if (rank == 0 || rank == 64) (void)shared.get(0);
                                    if (rank == 64) shared.put(0, 2);
                                },
                                {.seed = seed});
        REQUIRE(found.kind() == defect::race);
        REQUIRE(std::set{found.first().thread, found.second()->thread} == std::set{0u, 64u});
    }
}

TEST_CASE("a write after reads by lanes of the same warp, only some of which a tile sync orders") {
    auto const kernel = [](unsigned reader) {
        return [=](context const& c) {
            auto const shared = c.shared<int>();
            unsigned const rank = c.block().thread_rank();
            if (rank == 0) shared.put(0, 1);
            c.block().sync();
            if (rank < 4 || rank == reader) (void)shared.get(0);
            c.tile<4>().sync();
            if (rank == 3) shared.put(0, 2);
        };
    };
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        simulated_device({.seed = seed}).run(shape(1, 32, kilobytes), kernel(2));
        auto const found = find(shape(1, 32, kilobytes), kernel(9), {.seed = seed});
        REQUIRE(found.kind() == defect::race);
        REQUIRE(std::set{found.first().thread, found.second()->thread} == std::set{3u, 9u});
    }
}

TEST_CASE("two writes") {
    auto const found = find(shape(1, 40, kilobytes), [](context const& c) {
        c.shared<int>().put(c.block().thread_rank() / 33, 1);
    });
    REQUIRE(found.kind() == defect::race);
    REQUIRE_THAT(found.what(), Catch::Contains("writes") && Catch::Contains("wrote"));
}

TEST_CASE("a tile sync orders its lanes, and no others") {
    auto const kernel = [](unsigned distance) {
        return [=](context const& c) {
            auto const shared = c.shared<int>();
            unsigned const rank = c.block().thread_rank();
            shared.put(rank, 1);
            c.tile<8>().sync();
            (void)shared.get(rank ^ distance);
        };
    };
    for (unsigned const distance : {1u, 2u, 4u, 7u})
        simulated_device().run(shape(1, 64, kilobytes), kernel(distance));
    for (unsigned const distance : {8u, 16u, 32u}) { // other tiles of the warp, and another warp
        auto const found = find(shape(1, 64, kilobytes), kernel(distance));
        REQUIRE(found.kind() == defect::race);
        REQUIRE((found.first().thread ^ found.second()->thread) == distance);
    }
}

TEST_CASE("tile syncs order accesses transitively") {
    simulated_device().run(shape(1, 32, kilobytes), [](context const& c) {
        auto const shared = c.shared<int>();
        unsigned const rank = c.block().thread_rank();
        if (rank == 0) shared.put(0, 1);
        c.tile<2>().sync(); // lanes 0 and 1
        if (rank == 1 || rank == 9) c.coalesced_threads().sync();
        if (rank == 9) (void)shared.get(0);
        (void)c.tile<32>().any(true); // lets all lanes catch up, and orders nothing
        if (rank == 9 || rank == 31) c.coalesced_threads().sync();
        if (rank == 31) shared.put(0, 2);
    });
}

TEST_CASE("a tile sync does not order accesses after it") {
    for (unsigned const syncs : {1u, 2u, 5u}) {
        auto const found = find(shape(1, 32, kilobytes), [=](context const& c) {
            unsigned const rank = c.block().thread_rank();
            for (unsigned i = 0; i < syncs; ++i) c.tile<32>().sync();
            if (rank == 3) c.shared<int>().put(0, 1);
            if (rank == 4) c.shared<int>().put(0, 2);
        });
        REQUIRE(found.kind() == defect::race);
    }
}

TEST_CASE("a read after a write of the same warp needs a tile sync") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        auto const found = find(shape(1, 32, kilobytes),
                                [](context const& c) {
                                    auto const shared = c.shared<int>();
                                    unsigned const rank = c.block().thread_rank();
                                    shared.put(rank, 1);
                                    (void)shared.get(rank ^ 1);
                                },
                                {.seed = seed});
        REQUIRE(found.kind() == defect::race);
    }
}

TEST_CASE("shuffles and votes order no memory") {
    auto const kernel = [](auto collective) {
        return [=](context const& c) {
            auto const shared = c.shared<int>();
            auto const warp = c.tile<32>();
            shared.put(warp.thread_rank(), 1);
            collective(warp);
            (void)shared.get(warp.thread_rank() ^ 1);
        };
    };
    auto const kind = [&](auto collective) {
        return find(shape(1, 32, kilobytes), kernel(collective)).kind();
    };
    // All lanes have written when the first one reads, so that every seed gives a race.
    REQUIRE(kind([](auto const& warp) { (void)warp.shfl_down(1, 1); }) == defect::race);
    REQUIRE(kind([](auto const& warp) { (void)warp.shfl_xor(1, 1); }) == defect::race);
    REQUIRE(kind([](auto const& warp) { (void)warp.all(true); }) == defect::race);
    REQUIRE(kind([](auto const& warp) { (void)warp.ballot(true); }) == defect::race);
    REQUIRE(kind([](auto const& warp) { (void)warp.match_any(1); }) == defect::race);
    simulated_device().run(shape(1, 32, kilobytes), kernel([](auto const& warp) { warp.sync(); }));
}

TEST_CASE("blocks that write the same element of global memory, or read what another wrote") {
    for (bool const parallel : {false, true}) {
        simulated_device device({.parallel = parallel});
        int* const memory = device.queue().allocate<int>(64);
        auto const writes = device.find(shape(64, 32), [=](context const& c) {
            if (c.block().thread_rank() == 0) c.global(memory).put(0, 1);
        });
        REQUIRE(writes.kind() == defect::race);
        REQUIRE(writes.first().block != writes.second()->block);

        std::vector<int> output(64);
        device.queue().add_output({output.data(), output.size() * sizeof(int)}, sizeof(int));
        int* const out = output.data();
        auto const reads = device.find(shape(64, 32), [=](context const& c) {
            if (c.block().thread_rank() != 0) return;
            c.global(out).put(c.block_rank(), 1);
            (void)c.global(out).get((c.block_rank() + 1) % 64);
        });
        REQUIRE(reads.kind() == defect::race);
    }
}

namespace {

/// Each block stores a number; the last block adds them.
auto fold_by_last_block(int* parts, int* out) {
    return [=](context const& c) {
        if (c.block().thread_rank() == 3)
            c.global(parts).put(c.block_rank(), static_cast<int>(c.block_rank()));
        if (!c.is_last_block()) return;
        if (c.block().thread_rank() != 1) return;
        int sum = 0;
        for (std::size_t i = 0; i < c.num_blocks(); ++i) sum += c.global(parts).get(i);
        c.global(out).put(0, sum);
    };
}

} // namespace

TEST_CASE("publishing orders earlier accesses of a block before later accesses of other blocks",
          "[threads]") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        simulated_device device({.seed = seed});
        int* const parts = device.queue().allocate<int>(100);
        int* const out = device.queue().allocate<int>(1);
        device.run(shape(100, 32), fold_by_last_block(parts, out));
        REQUIRE(device.queue().fetch(out) == 4950);
    }
}

TEST_CASE("a missing publish is found", "[threads]") {
    for (bool const parallel : {false, true}) {
        gpu::code_location publish;
        {
            simulated_device watching(
                {.parallel = false,
                 .omits = [&](gpu::code_location const& site) { return publish = site, false; }});
            watching.run(shape(2, 32), fold_by_last_block(watching.queue().allocate<int>(2),
                                                          watching.queue().allocate<int>(1)));
        }
        simulated_device device(
            {.parallel = parallel, .omits = [&](gpu::code_location const& site) {
                 return gpu::simulated::same(site, publish);
             }});
        auto const found =
            device.find(shape(100, 32), fold_by_last_block(device.queue().allocate<int>(100),
                                                           device.queue().allocate<int>(1)));
        REQUIRE(found.kind() == defect::race);
        auto const [write, read] = lines_of(found);
        REQUIRE(write < publish.line());
        REQUIRE(read > publish.line());
    }
}

TEST_CASE("accesses after publishing are not published") {
    simulated_device device({.parallel = false});
    int* const parts = device.queue().allocate<int>(8);
    auto const found = device.find(shape(8, 32), [=](context const& c) {
        bool const last = c.is_last_block();
        if (c.block().thread_rank() == 0) c.global(parts).put(c.block_rank(), 1);
        if (last && c.block().thread_rank() == 0)
            for (std::size_t i = 0; i < 8; ++i) (void)c.global(parts).get(i);
    });
    REQUIRE(found.kind() == defect::race);
}

TEST_CASE("launches of a queue are ordered", "[threads]") {
    simulated_device device;
    int* const memory = device.queue().allocate<int>(64);
    for (int round = 0; round < 3; ++round)
        device.run(shape(64, 1), [=](context const& c) {
            auto const array = c.global(memory);
            std::size_t const i = (c.block_rank() + static_cast<std::size_t>(round)) % 64;
            array.put(i, round == 0 ? 1 : array.get(i) + 1);
        });
    REQUIRE(device.queue().fetch(memory + 5) == 3);
}

TEST_CASE("elements of different sizes in the same shared memory") {
    // Adjacent bytes written by different threads are no race, whatever type the memory had before.
    simulated_device().run(shape(1, 64, kilobytes), [](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.shared<double>().put(rank, 1.0);
        c.block().sync();
        c.shared<char>().put(rank, 'x');
        c.block().sync();
        if (rank < 8) (void)c.shared<double>().get(rank);
    });
    auto const found = find(shape(1, 64, kilobytes), [](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.shared<char>().put(rank, 'x');
        c.tile<8>().sync();
        if (rank == 0) (void)c.shared<double>().get(1); // the bytes of threads 8 to 15
    });
    REQUIRE(found.kind() == defect::race);
    auto const narrower = find(shape(1, 32, kilobytes), [](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.shared<double>().put(rank, 1.0);
        (void)c.tile<32>().any(true); // all lanes have written, but nothing is ordered
        if (rank == 7) (void)c.shared<char>().get(3);
    });
    REQUIRE(narrower.kind() == defect::race);
    REQUIRE(narrower.second()->thread == 0);
}
