// SPDX-License-Identifier: Apache-2.0
/// The figures that courses on CUDA print for divergence, coalescing and bank conflicts.
#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

using gpu::explanation;
using gpu::problem;

namespace {

/// The rows of a launch whose file name ends so.
std::vector<explanation::line> rows_of(explanation const& explained, std::string_view file,
                                       std::size_t launch = 0) {
    std::vector<explanation::line> rows;
    for (auto const& row : explained)
        if (row.launch == launch && row.file.ends_with(file)) rows.push_back(row);
    return rows;
}

/// The step of a fold by a single block of 512 threads.
template <class Policy>
gpu::warp_counts fold_step(Policy policy, std::string_view file) {
    auto const explained = gpu::explain(policy.block_size(512), problem::reduce<int>(512));
    REQUIRE(explained.launches.size() == 1);
    auto const rows = rows_of(explained, file);
    // the line that loads twice and stores once
    for (auto const& row : rows) {
        auto const& c = row.counts;
        if (c.shared_loads.requests + c.global_loads.requests ==
                2 * (c.shared_stores.requests + c.global_stores.requests) &&
            c.steps > 0)
            return c;
    }
    FAIL("no line folds");
    return {};
}

} // namespace

TEST_CASE("vector add in blocks of 64: one warp diverges") {
    struct {
        std::uint64_t n, warps, idle;
    } const cases[] = {{100, 4, 0}, {1000, 32, 0}, {1003, 32, 0}, {10000, 314, 1}};
    for (auto const& [n, warps, idle] : cases) {
        auto const explained = gpu::explain(gpu::automatic, problem::transform<float>(n).block(64));
        REQUIRE(explained.launches.size() == 1);
        REQUIRE(explained.launches[0].warps == warps);
        REQUIRE(explained.launches[0].divergent_warps == 1);
        REQUIRE(explained.launches[0].idle_warps == idle);
    }
}

TEST_CASE("pictures in blocks of 16 by 16") {
    auto const small = gpu::explain(gpu::automatic, problem::transform<float>(76, 62));
    REQUIRE(small.launches[0].grid == explanation::extent{5, 4});
    REQUIRE(small.launches[0].block == explanation::extent{16, 16});
    REQUIRE(small.launches[0].warps == 160);
    REQUIRE(small.launches[0].divergent_warps == 31);

    // Ten blocks at the right edge would make 80 warps diverge. In the lowest of them, the corner,
    // 6 rows are inside: 3 warps of 2 rows diverge, and the other 5 are idle.
    auto const large = gpu::explain(gpu::automatic, problem::transform<float>(200, 150));
    REQUIRE(large.launches[0].grid == explanation::extent{13, 10});
    REQUIRE(large.launches[0].warps == 1040);
    REQUIRE(large.launches[0].divergent_warps == 75);
    REQUIRE(large.launches[0].divergent_warps == 9 * 8 + 3);
    REQUIRE(large.launches[0].idle_warps == 13 * 5);
}

TEST_CASE("folds by neighbours and by halves of a block of 512 threads") {
    for (auto const space : {gpu::memory_space::shared, gpu::memory_space::global}) {
        auto const neighbored = fold_step(gpu::neighbored.in(space), "reduce/neighbored.hpp");
        REQUIRE(neighbored.steps == 95);
        REQUIRE(neighbored.divergent_steps == 95);
        auto const less = fold_step(gpu::neighbored_less.in(space), "reduce/neighbored_less.hpp");
        REQUIRE(less.steps == 20);
        REQUIRE(less.divergent_steps == 5);
        auto const interleaved = fold_step(gpu::interleaved.in(space), "reduce/interleaved.hpp");
        REQUIRE(interleaved.steps == 20);
        REQUIRE(interleaved.divergent_steps == 5);
        // The last 5 of 9 steps, of 16, 8, 4, 2 and 1 threads; the first 4 have 8, 4, 2 and 1
        // warps.
        for (unsigned const lanes : {16u, 8u, 4u, 2u, 1u})
            REQUIRE(interleaved.active_lanes[lanes - 1] == 1);
        REQUIRE(interleaved.active_lanes[31] == 8 + 4 + 2 + 1);
        REQUIRE(interleaved.branch_efficiency() == Approx(0.75));
    }
}

TEST_CASE("interleaved accesses take fewer sectors than neighbouring ones") {
    auto const sectors = [](auto policy) {
        auto const total = gpu::explain(policy.in(gpu::memory_space::global).block_size(512),
                                        problem::reduce<int>(512))
                               .total();
        return total.global_loads.sectors + total.global_stores.sectors;
    };
    REQUIRE(sectors(gpu::interleaved) < sectors(gpu::neighbored_less));
}

TEST_CASE("rows on x and on y: sectors per request") {
    auto const x = gpu::explain(gpu::row_on_x, problem::matmul<float>(512, 512, 512));
    auto const y = gpu::explain(gpu::row_on_y, problem::matmul<float>(512, 512, 512));
    // A and B are read in two lines of dot_product
    auto const read = [](explanation const& explained) {
        std::vector<double> sectors;
        for (auto const& row : explained)
            if (row.counts.global_loads.requests > 0)
                sectors.push_back(row.counts.global_loads.sectors_per_request());
        return sectors;
    };
    REQUIRE(read(x) == std::vector<double>{32, 1});
    REQUIRE(x.total().global_stores.sectors_per_request() == 32);
    REQUIRE(read(y) == std::vector<double>{1, 4});
    REQUIRE(y.total().global_stores.sectors_per_request() == 4);
    // a whole sector for each lane: an eighth of what is moved is used
    REQUIRE(x.total().global_stores.efficiency() == Approx(0.125));
}

TEST_CASE("arrays that start one element after an aligned address") {
    auto const at = [](std::uint64_t offset) {
        return gpu::explain(gpu::automatic, problem::transform<float>(1 << 20).offset(offset))
            .total();
    };
    REQUIRE(at(0).global_loads.sectors_per_request() == 4);
    REQUIRE(at(1).global_loads.sectors_per_request() == 5);
    REQUIRE(at(1).global_stores.sectors_per_request() == 5);
    REQUIRE(at(8).global_loads.sectors_per_request() == 4);
}

TEST_CASE("tiles in shared memory: conflicts of 32, and none") {
    auto const degrees = [](explanation const& explained) {
        std::vector<double> found;
        for (auto const& row : explained)
            if (row.counts.shared_loads.requests > 0)
                found.push_back(row.counts.shared_loads.conflict_degree());
        return found;
    };
    auto const plain = problem::matmul<float>(512, 512, 512);
    REQUIRE(degrees(gpu::explain(gpu::shared_tile, plain)) == std::vector<double>{32, 1});
    REQUIRE(degrees(gpu::explain(gpu::bank_conflict_free, plain)) == std::vector<double>{1});
}

TEST_CASE("bank_conflict_free has no conflicts for elements of 1 to 8 bytes") {
    auto const conflicts = [](problem const& p, auto policy) {
        auto const total = gpu::explain(policy, p).total();
        REQUIRE(total.shared_loads.requests > 0);
        return total.shared_loads.conflicts() + total.shared_stores.conflicts();
    };
    auto const padded = gpu::bank_conflict_free.block_size(512);
    REQUIRE(conflicts(problem::reduce<std::int8_t>(1 << 16), padded) == 0);
    REQUIRE(conflicts(problem::reduce<std::int16_t>(1 << 16), padded) == 0);
    REQUIRE(conflicts(problem::reduce<float>(1 << 16), padded) == 0);
    REQUIRE(conflicts(problem::reduce<double>(1 << 16), padded) == 0);
    REQUIRE(conflicts(problem::reduce<float>(1 << 16), gpu::neighbored_less) > 0);
}

TEST_CASE("inside a tile, cg_tile and warp_shuffle use no shared memory") {
    auto const one_per_warp = [](auto policy) {
        return gpu::explain(policy.block_size(512), problem::reduce<int>(512)).total();
    };
    auto const tiles = one_per_warp(gpu::cg_tile<32>);
    REQUIRE(tiles.shared_stores.requests == 16); // of 16 warps, one value each
    REQUIRE(tiles.shared_loads.requests == 1);
    REQUIRE(tiles.shuffles == 16 * 5 + 5);
    REQUIRE(tiles.barriers == 16);
}
