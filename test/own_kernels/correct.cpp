// SPDX-License-Identifier: Apache-2.0
/// Kernels without a defect, in many orders: no finding, the right result, and always the same
/// counts.
#include "find.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

using gpu::launch_shape;

namespace {

/// Runs a kernel in many orders.
/// @param prepare called before each run
/// @param check called after each run
template <class Prepare, class Check, class Body, class... Arguments>
void run_in_many_orders(launch_shape shape, Prepare prepare, Check check, Body const& body,
                        Arguments&&... arguments) {
    gpu::explanation counts;
    for (shape.seed = 1; shape.seed <= test::many_seeds; ++shape.seed) {
        INFO("seed " << shape.seed);
        prepare();
        auto const counted = gpu::simulated::launch(shape, body, arguments...);
        check();
        if (shape.seed == 1) counts = counted;
        CHECK(counted.total() == counts.total());
    }
}

std::vector<int> ascending(int n) {
    std::vector<int> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 0);
    return values;
}

/// The sum of a block's values, on thread 0.
auto const sum_of_block = [](auto const& c, auto const& shared, int value) {
    unsigned const rank = c.block().thread_rank();
    shared.put(rank, value);
    c.block().sync();
    for (unsigned stride = c.block().num_threads() / 2; stride > 0; stride /= 2) {
        if (rank < stride) shared.put(rank, shared.get(rank) + shared.get(rank + stride));
        c.block().sync();
    }
    return shared.get(0);
};

} // namespace

TEST_CASE("a sum through shared memory; the last block adds the partial sums") {
    auto const in = ascending(1000);
    std::vector<int> partials(8), total(1);
    run_in_many_orders(
        {.grid = 8, .block = 128, .shared_bytes = 128 * sizeof(int)}, [] {},
        [&] { REQUIRE(total[0] == 499500); },
        [](auto const& c, auto x, auto parts, auto out) {
            auto const shared = c.template shared<int>();
            auto const i = c.block_rank() * 128 + c.block().thread_rank();
            int const sum = sum_of_block(c, shared, i < x.size() ? x.get(i) : 0);
            if (c.block().thread_rank() == 0) parts.put(c.block_rank(), sum);
            if (!c.is_last_block()) return;
            if (c.block().thread_rank() != 0) return;
            int all = 0;
            for (std::size_t k = 0; k < parts.size(); ++k) all += parts.get(k);
            out.put(0, all);
        },
        in, gpu::unwritten(partials), gpu::unwritten(total));
}

TEST_CASE("a sum of tiles by shuffles, added up atomically") {
    auto const in = ascending(500);
    std::vector<std::int64_t> total(1);
    run_in_many_orders(
        {.grid = 4, .block = {8, 4, 4}}, [&] { total[0] = 0; },
        [&] { REQUIRE(total[0] == 124750); },
        [](auto const& c, auto x, auto out) {
            auto const tile = tiled_partition<16>(c.block());
            auto const i = c.block_rank() * 128 + c.block().thread_rank();
            std::int64_t sum = i < x.size() ? x.get(i) : 0;
            for (unsigned n = tile.size() / 2; n > 0; n /= 2) sum += tile.shfl_down(sum, n);
            if (tile.thread_rank() == 0) out.fetch_add(0, sum);
        },
        in, total);
}

TEST_CASE("a matrix is transposed through padded shared memory") {
    auto const in = ascending(64 * 40);
    std::vector<int> out(64 * 40);
    run_in_many_orders(
        {.grid = {4, 3}, .block = {16, 16}, .shared_bytes = 16 * 17 * sizeof(int)},
        [&] { out.assign(out.size(), -1); },
        [&] {
            for (int row = 0; row < 40; ++row)
                for (int column = 0; column < 64; ++column)
                    REQUIRE(out[std::size_t(column * 40 + row)] == row * 64 + column);
        },
        [](auto const& c, auto x, auto y) {
            auto const tile = c.template shared<int>();
            auto const block = c.block();
            auto const [tx, ty] = std::array{block.thread_index().x, block.thread_index().y};
            auto const [bx, by] =
                std::array{block.group_index().x * 16, block.group_index().y * 16};
            if (by + ty < 40) tile.put(ty * 17 + tx, x.get((by + ty) * 64 + bx + tx));
            block.sync();
            if (by + tx < 40) y.put((bx + ty) * 40 + by + tx, tile.get(tx * 17 + ty));
        },
        in, out);
}

TEST_CASE("a histogram by atomics in shared and in global memory") {
    auto const in = ascending(1000);
    std::vector<unsigned> bins(10);
    run_in_many_orders(
        {.grid = 3, .block = 100, .shared_bytes = 10 * sizeof(unsigned)},
        [&] { bins.assign(10, 0); }, [&] { REQUIRE(bins == std::vector<unsigned>(10, 100)); },
        [](auto const& c, auto x, auto out) {
            auto const own = c.template shared<unsigned>();
            unsigned const rank = c.block().thread_rank();
            if (rank < 10) own.put(rank, 0);
            c.block().sync();
            for (auto i = c.block_rank() * 100 + rank; i < x.size(); i += c.num_blocks() * 100)
                own.fetch_add(static_cast<unsigned>(x.get(i)) % 10, 1);
            c.block().sync();
            if (rank < 10) out.fetch_add(rank, own.get(rank));
        },
        in, bins);
}

TEST_CASE("prefix sums of blocks that wait for each other, by tickets") {
    auto const in = ascending(320);
    std::vector<int> out(320), words(11);
    run_in_many_orders(
        {.grid = 10, .block = 32, .shared_bytes = sizeof(int)}, [&] { words.assign(11, 0); },
        [&] {
            for (int i = 0; i < 320; ++i) REQUIRE(out[std::size_t(i)] == i * (i + 1) / 2);
        },
        [](auto const& c, auto x, auto y, auto word) {
            auto const warp = c.template tile<32>();
            unsigned const lane = warp.thread_rank();
            int ticket = lane == 0 ? word.fetch_add(10, 1) : 0;
            ticket = warp.shfl(ticket, 0);
            auto const i = static_cast<unsigned>(ticket) * 32 + lane;
            int sum = x.get(i);
            for (unsigned n = 1; n < 32; n *= 2) {
                int const before = warp.shfl_up(sum, n);
                if (lane >= n) sum += before;
            }
            int before = 0;
            auto const is_there = [](int w) { return w != 0; };
            if (lane == 31) { // words hold sums plus one
                if (ticket > 0)
                    before = word.await(static_cast<unsigned>(ticket) - 1, is_there) - 1;
                word.publish(static_cast<unsigned>(ticket), before + sum + 1);
            }
            y.put(i, warp.shfl(before, 31) + sum);
        },
        in, out, words);
}

TEST_CASE("one thread reads one element for each of many that it writes") {
    std::vector<int> const in{3};
    std::vector<int> out(70000);
    auto const body = [](auto const&, auto x, auto y) {
        for (std::size_t i = 0; i < y.size(); ++i) y.put(i, x.get(0));
    };
    (void)gpu::simulated::launch({.block = 1}, body, in, out);
    CHECK(out == std::vector<int>(70000, 3));
}

TEST_CASE("groups within divergent branches") {
    std::vector<int> out(96), counter(3);
    run_in_many_orders(
        {.block = 96}, [&] { counter.assign(3, 0); },
        [&] {
            REQUIRE(counter == std::vector<int>{33, 33, 30});
            for (int i = 0; i < 96; ++i) REQUIRE(out[std::size_t(i)] == i % 32 / 3);
        },
        [](auto const& c, auto y, auto counts) {
            unsigned const rank = c.block().thread_rank();
            auto const part = labeled_partition(c.template tile<32>(), rank % 32 % 3);
            if (part.thread_rank() == 0)
                counts.fetch_add(rank % 32 % 3, static_cast<int>(part.size()));
            if (rank % 32 % 3 != 1) part.sync();
            y.put(rank, static_cast<int>(part.thread_rank()));
        },
        out, counter);
}
