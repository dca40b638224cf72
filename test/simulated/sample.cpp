// SPDX-License-Identifier: Apache-2.0
/// Counts of large grids from a few blocks equal those of all blocks.
#include "simulated/counting/sample.hpp"
#include "reduction.hpp"
#include "simulated/queue.hpp"

#include <gpualgo/abi/extrema_request.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

using gpu::simulated::block_range;
using gpu::simulated::counted_launch;
using gpu::simulated::launch_counts;

namespace {

/// Counts that identify how much work a block has.
launch_counts work_of(std::uint64_t amount) {
    launch_counts counts;
    counts.blocks = 1;
    counts.lines[{"kernel", 1}].steps = amount;
    return counts;
}

/// The launches of a reduction of zeros: by all blocks with memory, or by a few without.
std::vector<counted_launch> launches_of(test::kernel const& k, std::size_t n, unsigned block_size,
                                        bool dry) {
    std::vector<counted_launch> launches;
    test::launch_options options;
    options.counted = &launches;
    if (dry) options.dry = {sizeof(int)};
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, options);

    std::size_t const bytes = n * sizeof(int);
    void* const memory = gpu::simulated::allocate(bytes);
    std::fill_n(static_cast<int*>(memory), n, 0);
    int const init = 0;
    int result = 0;
    gpu::detail::reduce_request request;
    request.strategy = k.strategy;
    request.space = k.space;
    request.block_size = block_size;
    request.first = dry ? queue.reserve_addresses(bytes) : memory;
    request.n = n;
    request.init = &init;
    request.result = &result;
    gpu::simulated::reduce(queue, request);
    gpu::detail::deallocate_on_host(memory);
    return launches;
}

} // namespace

TEST_CASE("counts repeat after blocks that a sector's size divides") {
    REQUIRE(gpu::simulated::period_of(512 * 4) == 1);
    REQUIRE(gpu::simulated::period_of(100 * 4) == 2);
    REQUIRE(gpu::simulated::period_of(7) == 32);
}

TEST_CASE("a step in the work of blocks is found, and few blocks run") {
    for (std::uint32_t const period : {1u, 3u})
        for (std::uint32_t const blocks : {1u, 40u, 1000u, 32768u})
            for (std::uint32_t step = 0; step <= blocks; step += blocks / 7 + 1) {
                std::uint32_t blocks_run = 0;
                auto const counts =
                    gpu::simulated::count_monotone(blocks, period, [&](block_range const& range) {
                        launch_counts sum;
                        for (std::uint32_t b = range.first; b < range.first + range.count; ++b)
                            sum += work_of(b < step ? 7 : 6);
                        blocks_run += range.count;
                        if (range.has_last) sum.lines[{"kernel", 2}].steps = 1;
                        return sum;
                    });
                REQUIRE(counts.blocks == blocks);
                REQUIRE(counts.lines.at({"kernel", 1}).steps == 6ull * blocks + step);
                REQUIRE(counts.lines.at({"kernel", 2}).steps == 1);
                if (blocks >= 1000) REQUIRE(blocks_run <= 30 * period);
            }
}

TEST_CASE("reductions: a few blocks without memory count as all blocks do") {
    struct {
        std::size_t n;
        unsigned block;
    } const cases[] = {
        {1, 64},        {1000, 64},      {64 * 100, 64},         {64 * 100 + 63, 64},
        {20 * 333, 20}, {131072 * 2, 4}, {131072 * 2 + 7777, 4}, {131072 * 9 - 1, 4}};
    for (auto const& k : test::kernels())
        for (auto const& [n, block] : cases) {
            if (test::thinned > 1 && n > 10000) continue;
            if (k.strategy > 4 && n > 300000) continue; // the loop over the grid is the same
            CAPTURE(k.name(), n, block);
            auto const all = launches_of(k, n, block, false);
            auto const few = launches_of(k, n, block, true);
            REQUIRE(all.size() == few.size());
            for (std::size_t i = 0; i < all.size(); ++i) {
                REQUIRE(all[i].shape.grid.x == few[i].shape.grid.x);
                REQUIRE(all[i].kernel == few[i].kernel);
                REQUIRE(all[i].counts == few[i].counts);
                REQUIRE(all[i].blocks_run == all[i].shape.grid.x);
                if (all[i].shape.grid.x > 1000) REQUIRE(few[i].blocks_run < 200);
            }
        }
}

TEST_CASE("a launch may be noted without running") {
    std::vector<counted_launch> launches;
    test::launch_options options;
    options.counted = &launches;
    options.dry = {4, gpu::simulated::dry_run::selection::none};
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, options);
    queue.run({{5}, {32}}, [](gpu::simulated::thread&) { FAIL("it runs"); });
    REQUIRE(launches.size() == 1);
    REQUIRE(launches[0].shape.grid.x == 5);
    REQUIRE(launches[0].counts == launch_counts{});
}

TEST_CASE("chosen blocks of a launch stand for others, and read what the launch reads") {
    std::vector<counted_launch> launches;
    test::launch_options options;
    options.counted = &launches;
    options.parallel = false;
    options.dry = {4, gpu::simulated::dry_run::selection::all};
    auto const number_of_launch = [](gpu::simulated::dry_reader const& reader, std::size_t,
                                     std::span<std::byte> read) {
        std::memcpy(read.data(), &reader.launch, read.size());
    };
    options.dry->scratch = {number_of_launch};
    options.dry->samples = [](std::uint32_t launch, std::uint32_t grid) {
        using samples = std::vector<gpu::simulated::sampled_blocks>;
        return launch == 1 ? samples{{{0, 1, false}, grid - 1}, {{grid - 1, 1}}} : samples();
    };
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, options);
    auto* const words = queue.allocate<std::uint32_t>(10);
    std::vector<std::uint32_t> read;
    for (int i = 0; i < 2; ++i)
        queue.run({{10}, {32}}, [&](gpu::simulated::thread& self) {
            gpu::simulated::context const context(self);
            auto const word = context.global(words).get(context.block_rank());
            if (context.block().thread_rank() == 0) read.push_back(word);
        });
    REQUIRE(launches[0].blocks_run == 2);
    REQUIRE(launches[0].is_extrapolated);
    REQUIRE(launches[1].blocks_run == 10);
    REQUIRE(!launches[1].is_extrapolated);
    REQUIRE(launches[0].counts == launches[1].counts);
    REQUIRE(launches[0].counts.warps == 10);
    REQUIRE(read == std::vector<std::uint32_t>{1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2});
}
