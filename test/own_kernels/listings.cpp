// SPDX-License-Identifier: Apache-2.0
/// The groups that courses on cooperative groups show: their ranks, sums, and the collective that
/// half of a block skips.
#include "find.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

using gpu::simulated::launch;

namespace {

template <class F>
std::vector<unsigned> numbers(unsigned count, F f) {
    std::vector<unsigned> result(count);
    for (unsigned i = 0; i < count; ++i) result[i] = f(i);
    return result;
}

/// A value of each thread of a grid, by block and rank.
template <class Value>
std::vector<unsigned> each(gpu::extent3 grid, gpu::extent3 block, Value value) {
    std::vector<unsigned> out(grid.volume() * block.volume());
    (void)launch(
        grid, block,
        [=](auto const& c, auto y) {
            auto const threads = c.block().num_threads();
            y.put(c.block_rank() * threads + c.block().thread_rank(), value(c));
        },
        gpu::unwritten(out));
    return out;
}

/// A sum over any group, through memory. Thread 0 has the result.
auto const reduce_sum = [](auto const& group, auto const& temp, int value) {
    unsigned const lane = group.thread_rank();
    for (unsigned i = group.size() / 2; i > 0; i /= 2) {
        temp.put(lane, value);
        group.sync();
        if (lane < i) value += temp.get(lane + i);
        group.sync();
    }
    return value;
};

} // namespace

TEST_CASE("two blocks of four threads: size 4, ranks 0 to 3, and their indices") {
    CHECK(each(2, 4, [](auto const& c) { return c.block().size(); }) ==
          std::vector<unsigned>(8, 4));
    CHECK(each(2, 4, [](auto const& c) { return c.block().thread_rank(); }) ==
          std::vector<unsigned>{0, 1, 2, 3, 0, 1, 2, 3});
    CHECK(each(2, 4, [](auto const& c) {
              auto const group = c.block().group_index();
              auto const thread = c.block().thread_index();
              return 100 * group.x + 10 * (group.y + group.z + thread.y + thread.z) + thread.x;
          }) == std::vector<unsigned>{0, 1, 2, 3, 100, 101, 102, 103});
}

TEST_CASE("rank 0 of tiles of 4 in blocks of 2 by 16: 0, 4, 8 ... 28, in both blocks") {
    auto const firsts = each(
        2, {2, 16, 1}, [](auto const& c) { return tiled_partition(c.block(), 4).thread_rank(); });
    std::vector<unsigned> hello;
    for (unsigned i = 0; i < firsts.size(); ++i)
        if (firsts[i] == 0) hello.push_back(i % 32);
    CHECK(hello == std::vector<unsigned>{0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28});
    CHECK(firsts == each(2, {2, 16, 1}, [](auto const& c) {
              return tiled_partition(tiled_partition(c.block(), 32), 4).thread_rank();
          }));
}

TEST_CASE("24 blocks of 5 by 6 by 7: all 210 ranks run in each, 5040 threads") {
    gpu::extent3 const grid{2, 3, 4}, block{5, 6, 7};
    auto const by_thread = [](auto f) {
        return numbers(5040, [=](unsigned i) { return f(i % 210); });
    };
    CHECK(each(grid, block, [](auto const& c) { return c.block().thread_rank(); }) ==
          by_thread([](unsigned t) { return t; }));
    CHECK(each(grid, block, [](auto const& c) { return c.block().num_threads(); }) ==
          by_thread([](unsigned) { return 210U; }));
    CHECK(each(grid, block, [](auto const& c) {
              auto const d = c.block().dim_threads();
              auto const g = c.block().group_dim();
              return d == g ? d.x + 10 * d.y + 100 * d.z : 0;
          }) == by_thread([](unsigned) { return 765U; }));
    CHECK(each(grid, block, [](auto const& c) {
              auto const t = c.block().thread_index();
              return t.x + 10 * t.y + 100 * t.z;
          }) == by_thread([](unsigned t) { return t % 5 + t / 5 % 6 * 10 + t / 30 * 100; }));
    CHECK(each(grid, block, [](auto const& c) {
              auto const b = c.block().group_index();
              return b.x + 10 * b.y + 100 * b.z;
          }) == numbers(5040, [](unsigned i) {
              unsigned const b = i / 210;
              return b % 2 + b / 2 % 3 * 10 + b / 6 * 100;
          }));
    // the last warp has 18 threads
    CHECK(each(grid, block, [](auto const& c) {
              return static_cast<unsigned>(c.coalesced_threads().size());
          }) == by_thread([](unsigned t) { return t < 192 ? 32U : 18U; }));
}

TEST_CASE("a sum over any group through memory: tiles of 1 to 32, and the block") {
    std::vector<int> out(128);
    auto const sums = [&](auto group_of) {
        (void)launch(
            {.block = 128, .shared_bytes = 128 * sizeof(int)},
            [=](auto const& c, auto y) {
                auto const group = group_of(c);
                unsigned const rank = c.block().thread_rank();
                auto const temp = c.template shared<int>().from(rank - group.thread_rank());
                y.put(rank, reduce_sum(group, temp, static_cast<int>(rank)));
            },
            gpu::unwritten(out));
        return out;
    };
    for (unsigned n = 1; n <= 32; n *= 2) {
        auto const found = sums([=](auto const& c) { return tiled_partition(c.block(), n); });
        for (unsigned first = 0; first < 128; first += n)
            CHECK(found[first] == static_cast<int>(n * first + n * (n - 1) / 2));
    }
    CHECK(sums([](auto const& c) { return c.block(); })[0] == 128 * 127 / 2);
    CHECK(sums([](auto const& c) { return c.template tile<16>(); })[112] == 16 * 112 + 120);
}

TEST_CASE("a sum of vectors by shuffles: no shared memory, and one atomic per tile") {
    std::vector<int> x(4096), total(1);
    std::iota(x.begin(), x.end(), 0);
    auto const counted = launch(
        4, 128,
        [](auto const& c, auto in, auto sum) {
            int mine = 0;
            auto const step = c.num_blocks() * c.block().num_threads();
            auto i = c.block_rank() * c.block().num_threads() + c.block().thread_rank();
            for (; i < in.size() / 4; i += step) {
                auto const four = in.template vector<4>(4 * i);
                mine += four[0] + four[1] + four[2] + four[3];
            }
            auto const tile = tiled_partition<32>(c.block());
            for (unsigned n = tile.size() / 2; n > 0; n /= 2) mine += tile.shfl_down(mine, n);
            if (tile.thread_rank() == 0) sum.fetch_add(0, mine);
        },
        x, total);
    CHECK(total[0] == 4096 * 4095 / 2);
    auto const counts = counted.total();
    CHECK(counts.shared_loads.requests + counts.shared_stores.requests == 0);
    CHECK(counts.atomics == 16);
    CHECK(counts.shuffles == 5 * 16);
    CHECK(counts.global_loads.sectors_per_request() == 16); // 16 bytes for each of 32 lanes
}

TEST_CASE("a collective that half of the block skips is reported with both sites") {
    std::vector<int> x(64);
    unsigned const here = __LINE__;
    auto const sum = [](auto const& c, auto y) {
        y.put(c.block().thread_rank(), 1);
        c.block().sync();
    };
    auto const kernel = [=](auto const& c, auto y) {
        if (c.block().thread_rank() < c.block().num_threads() / 2) sum(c, y);
        else (void)y.get(c.block().thread_rank()); // skips the barrier
    };
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto const found = test::find({.block = 64, .seed = seed}, kernel, x);
        REQUIRE(found);
        CHECK(found->kind() == test::defect::divergence);
        CHECK(found->first().site.line() == here + 3);
        CHECK(found->second()->site.line() == here + 7);
        CHECK(found->first().thread < 32);
        CHECK(found->second()->thread >= 32);
    }
}

TEST_CASE("the aggregated increment of a counter: one atomic per warp, not one per thread") {
    auto const increment = [](auto const& c, auto const& counter) {
        auto const active = c.coalesced_threads();
        int before = 0;
        if (active.thread_rank() == 0)
            before = counter.fetch_add(0, static_cast<int>(active.size()));
        return static_cast<int>(active.thread_rank()) + active.shfl(before, 0);
    };
    std::vector<int> counter(1), out(1000);
    auto const evens = [=](auto const& c, auto n, auto y) {
        auto const i = c.block_rank() * 200 + c.block().thread_rank();
        if (i % 2 == 0) y.put(static_cast<unsigned>(increment(c, n)), static_cast<int>(i));
    };
    auto const counted = launch(5, 200, evens, counter, out);
    CHECK(counter[0] == 500);
    CHECK(counted.total().atomics == 5 * 7);
    std::vector<bool> found(1000);
    for (unsigned i = 0; i < 500; ++i) found[static_cast<unsigned>(out[i])] = true;
    for (unsigned i = 0; i < 1000; ++i) CHECK(found[i] == (i % 2 == 0));
    auto const plainly = launch(
        5, 200,
        [](auto const& c, auto n) {
            if (c.block().thread_rank() % 2 == 0) n.fetch_add(0, 1);
        },
        counter);
    CHECK(plainly.total().atomics == 500);
}
