// SPDX-License-Identifier: Apache-2.0
/// The distribution of tiles and of their parts over the blocks of tensor_core's kernels.
#include "cuda/tensor_core/double_kernels.hpp"
#include "cuda/tensor_core/double_offsets.hpp"
#include "cuda/tensor_core/double_selection.hpp"
#include "cuda/tensor_core/float_kernels.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "cuda/tensor_core/pace.hpp"
#include "cuda/tensor_core/selection.hpp"
#include "cuda/tensor_core/tile_parts.hpp"
#include "cuda/tensor_core/tile_stream.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace gpu::sm90;

namespace {

/// The parts of all blocks, by tile, in the order of k. Checks that no step is missing or repeated.
std::vector<std::vector<tile_part>> parts_by_tile(tile_stream const& stream) {
    std::vector<std::vector<tile_part>> parts(static_cast<std::size_t>(stream.tiles));
    for (int block = 0; block < stream.blocks; ++block)
        for (int i = 0; i < stream.parts_of(block); ++i) {
            tile_part const part = stream.part(block, i);
            REQUIRE((part.tile >= 0 && part.tile < stream.tiles));
            REQUIRE(part.count > 0);
            auto& before = parts[static_cast<std::size_t>(part.tile)];
            REQUIRE(part.first == (before.empty() ? 0 : before.back().first + before.back().count));
            before.push_back(part);
        }
    for (auto const& tile : parts) {
        REQUIRE(!tile.empty());
        REQUIRE(tile.back().first + tile.back().count == stream.steps_of_k);
    }
    return parts;
}

} // namespace

TEST_CASE("tensor_core: blocks keep pace over long tiles, if they have several") {
    CHECK(keeps_pace(8192, 2, 2));
    CHECK(keeps_pace(16384, 124, 4));
    CHECK_FALSE(keeps_pace(8191, 124, 2));
    CHECK_FALSE(keeps_pace(1 << 20, 1, 2));
    CHECK_FALSE(keeps_pace(16384, 124, 1));
    // each kernel loads as much of k at once, or less
    CHECK(pace_interval % float_tile::depth == 0);
    for (int const bytes : {1, 2, 4}) CHECK(pace_interval % (128 / bytes) == 0);
}

namespace {

/// Checks the parts of a stream.
void check_parts(tile_stream const& stream) {
    CAPTURE(stream.tiles, stream.steps_of_k, stream.blocks, stream.rounds, stream.halves);
    auto const parts = parts_by_tile(stream);
    // in rounds that all blocks have, blocks pass the same steps
    int const is_divided = stream.divided_tiles() > 0;
    CHECK(stream.common_rounds() == std::max(stream.tiles / stream.blocks - is_divided, 0));
    for (int block = 0; block < stream.blocks; ++block)
        for (int i = 0; i < stream.common_rounds(); ++i)
            CHECK(stream.part(block, i).count == stream.steps_of_k);
    int const first_divided = stream.tiles - stream.divided_tiles();
    for (int tile = 0; tile < stream.tiles; ++tile) {
        auto const& of_tile = parts[static_cast<std::size_t>(tile)];
        auto const last = static_cast<int>(of_tile.size()) - 1;
        CHECK((tile >= first_divided || last == 0));
        CHECK(last < stream.most_blocks_of_tile());
        for (int i = 0; i <= last; ++i) {
            CHECK(of_tile[static_cast<std::size_t>(i)].before == i);
            CHECK(of_tile[static_cast<std::size_t>(i)].after == last - i);
        }
    }
}

/// Runs one block after another, so that none may wait for a later one. Sums are numbers of steps.
void check_sums(tile_stream const& stream) {
    CAPTURE(stream.tiles, stream.steps_of_k, stream.blocks);
    std::vector<int> slots(static_cast<std::size_t>(stream.blocks)); // 0 is an empty one
    std::vector<int> totals(static_cast<std::size_t>(stream.tiles));
    for (int block = 0; block < stream.blocks; ++block)
        for (int i = 0; i < stream.parts_of(block); ++i) {
            tile_part const part = stream.part(block, i);
            int sum = part.count;
            auto const add = [&](int distance) {
                int& slot = slots.at(static_cast<std::size_t>(block - distance));
                REQUIRE(slot > 0);
                sum += std::exchange(slot, 0);
            };
            auto const pass = [&] {
                // the next block waits for it, and so it does not wait before
                CHECK((part.before > 0 || i == stream.rounds));
                CHECK(std::exchange(slots.at(static_cast<std::size_t>(block)), sum) == 0);
            };
            if (add_in_groups(part.before, part.after, add, pass))
                CHECK(std::exchange(totals.at(static_cast<std::size_t>(part.tile)), sum) == 0);
        }
    CHECK(std::ranges::count(slots, 0) == stream.blocks);
    CHECK(std::ranges::count(totals, stream.steps_of_k) == stream.tiles);
}

/// Units of each block.
std::vector<int> units_of_blocks(tile_stream const& stream) {
    std::vector<int> all;
    for (int block = 0; block < stream.blocks; ++block) {
        int units = 0;
        for (int i = 0; i < stream.parts_of(block); ++i) {
            tile_part const part = stream.part(block, i);
            bool const is_half = part.tile >= stream.tiles - stream.halves;
            units += part.count * (is_half ? stream.units - 1 : stream.units);
        }
        all.push_back(units);
    }
    return all;
}

} // namespace

TEST_CASE("tensor_core: parts of tiles have each step of k once, and are added once") {
    for (int const tiles : {1, 2, 5, 66, 131, 132, 133, 144, 263, 264, 576})
        for (int const steps : {1, 2, 3, 16, 97, 1000})
            for (int const blocks : {1, 3, 66, 132})
                for (int const halves : {0, 1, tiles / 3, tiles}) {
                    check_parts(tile_stream::of_whole_tiles(tiles, steps, blocks, halves));
                    auto const divided = tile_stream::of_parts(tiles, steps, blocks, halves);
                    check_parts(divided);
                    check_sums(divided);
                    check_sums(tile_stream::of_parts(tiles, steps, blocks, halves, false));
                    auto const by_quarters =
                        tile_stream::of_parts(tiles, steps, blocks, halves, true, 4);
                    check_parts(by_quarters);
                    check_sums(by_quarters);
                }
}

TEST_CASE("tensor_core: blocks with half tiles have more steps of divided tiles") {
    for (int const tiles : {20, 144, 250, 576})
        for (int const halves : {0, 1, 7, 47})
            for (int const steps : {33, 188})
                for (int const units : {3, 4}) {
                    auto const stream =
                        tile_stream::of_parts(tiles, steps, 132, halves, true, units);
                    CAPTURE(tiles, halves, steps, units);
                    REQUIRE(stream.divided_tiles() > 0);
                    auto const all = units_of_blocks(stream);
                    auto const [least, most] = std::ranges::minmax(all);
                    // the limits between shares may be in the middle of a step
                    bool const is_in_rounds = halves > stream.divided_tiles();
                    if (!is_in_rounds) CHECK(most - least <= 2 * units - 1);
                    CHECK(std::abs(stream.most_units() - most) < units);
                }
    // 3000 by 3000: 47 half tiles of 576
    auto const stream = tile_stream::of_parts(576, 188, 132, 47);
    CHECK(stream.rounds == 3);
    CHECK(stream.most_units() == 3 * 3 * 188 + (188 * (3 * 133 + 2 * 47) + 131) / 132);
    auto const by_quarters = tile_stream::of_parts(576, 188, 132, 47, true, 4);
    CHECK(by_quarters.most_units() == 3 * 4 * 188 + (188 * (4 * 133 + 3 * 47) + 131) / 132);
    // each block has a step, or tiles are whole
    CHECK(tile_stream::of_parts(2, 3, 6).share == 3);
    CHECK(tile_stream::of_parts(2, 3, 7).divided_tiles() == 0);
    CHECK(tile_stream::of_parts(2, 3, 6, 0, true, 4).share == 4);
    CHECK(tile_stream::of_parts(2, 3, 7, 0, true, 4).divided_tiles() == 0);
    // half tiles balance whole ones, also if there is a tile for each block and round
    CHECK(tile_stream::of_parts(264, 188, 132, 66).most_units() ==
          (188 * (3 * 198 + 2 * 66) + 131) / 132);
    // tiles begin with a block if all are alike, and blocks have equal shares
    CHECK(tile_stream::of_parts(6, 8, 12).most_blocks_of_tile() == 2);
    CHECK(tile_stream::of_parts(6, 8, 12, 6).most_blocks_of_tile() == 2);
    CHECK(tile_stream::of_parts(3, 6, 8, 1).share == 6);
    CHECK(tile_stream::of_parts(3, 6, 8, 1).most_blocks_of_tile() == 4);
    // there are flags for so many blocks
    CHECK(tile_stream::of_parts(300, 64, 256).divided_tiles() == 300);
    CHECK(tile_stream::of_parts(300, 64, 257).divided_tiles() == 0);
    // shares of so many units would not fit into an int
    CHECK(tile_stream::of_parts(16, 22369621, 132).divided_tiles() == 16);
    CHECK(tile_stream::of_parts(16, 22369622, 132).divided_tiles() == 0);
    auto const whole = tile_stream::of_whole_tiles(576, 188, 132, 47);
    CHECK(whole.most_units() == 188 * (2 * 5 + 5));
    CHECK(tile_stream::of_whole_tiles(576, 188, 132, 300).most_units() == 188 * (2 * 5 + 3));
    CHECK(tile_stream::of_whole_tiles(576, 188, 132, 300, 4).most_units() == 188 * (3 * 5 + 3));
    // a tile has as many parts if all tiles are half tiles
    CHECK(tile_stream::of_parts(6, 8, 12, 6, true, 4).most_blocks_of_tile() == 2);
    CHECK(tile_stream::of_parts(6, 8, 12, 0, true, 4).most_blocks_of_tile() == 2);
}

TEST_CASE("tensor_core: half tiles are the last ones") {
    for (int const m : {1, 64, 65, 128, 129, 300, 1000})
        for (int const n : {64, 65, 200, 700})
            for (int const products : {1, 3}) {
                CAPTURE(m, n, products);
                int const rows = products == 1 ? 128 : 64;
                auto const order = halves_last::of(m, n, rows, 128, 2, products);
                CHECK(order.count() == pieces(m, rows) * pieces(n, 128) * products);
                std::set<std::tuple<int, int, int>> places;
                for (int tile = 0; tile < order.count(); ++tile) {
                    tile_place const at = order.at(tile);
                    CHECK((at.row >= 0 && at.row * rows < m && at.column >= 0));
                    CHECK((at.column * 128 < n && at.product >= 0 && at.product < products));
                    bool const is_half = m - at.row * rows <= rows / 2 || n - at.column * 128 <= 64;
                    CHECK(is_half == (tile >= order.count() - order.halves()));
                    places.emplace(at.product, at.row, at.column);
                }
                CHECK(places.size() == static_cast<std::size_t>(order.count()));
            }
}

TEST_CASE("tensor_core: divided tiles balance the blocks") {
    constexpr dividing_kernel by_1085{1085, 1200, 100};
    // 144 tiles on 132 multiprocessors: each computes more than a tile, so that two share one
    auto const stream = choose_stream(144, 96, by_1085, 132);
    CHECK(stream.blocks == 132);
    CHECK(stream.rounds == 0);
    CHECK(stream.divided_tiles() == 144);
    CHECK(stream.most_blocks_of_tile() == 2);
    for (int block = 0; block < 132; ++block) {
        int steps = 0;
        for (int i = 0; i < stream.parts_of(block); ++i) steps += stream.part(block, i).count;
        CHECK((steps == 96 + 8 || steps == 96 + 9));
    }
    // few tiles, and large k
    CHECK(choose_stream(1, 32768, by_1085, 132).blocks == 132);
    CHECK(choose_stream(1, 32768, by_1085, 132).most_blocks_of_tile() == 132);
    // 132 blocks, 17 groups, and 3 groups of groups
    CHECK(dividing_ns(choose_stream(1, 32768, by_1085, 132), 1200) == (11 + 11 + 6) * 1200 / 2);
    // as many blocks for each tile: 8, and not up to 10
    CHECK(choose_stream(16, 64, by_1085, 132).blocks == 128);
    CHECK(choose_stream(16, 64, by_1085, 132).most_blocks_of_tile() == 8);
    CHECK(tile_stream::of_parts(16, 64, 132).most_blocks_of_tile() == 10);
    CHECK(choose_stream(65, 64, by_1085, 132).blocks == 130);
    CHECK(choose_stream(1, 1, by_1085, 132).blocks == 1);
    // units are those of the kernel, also in the time that decides
    constexpr dividing_kernel by_quarters{1085, 1200, 100, 4};
    CHECK(choose_stream(64, 67, by_quarters, 132).blocks == 128);
    CHECK(choose_stream(64, 67, by_quarters, 132).units == 4);
    CHECK(choose_stream(144, 96, by_quarters, 132).units == 4);
    CHECK(choose_stream(131, 96, by_quarters, 132).units == 4);
    // tiles of the last round are not divided if they have many steps
    CHECK(choose_stream(300, 100, by_1085, 132).rounds == 1);
    CHECK(choose_stream(300, 101, by_1085, 132).rounds == 2);
    CHECK(choose_stream(300, 101, by_1085, 132).divided_tiles() == 36);
    // whole tiles, if that takes no longer
    CHECK(choose_stream(264, 96, by_1085, 132).divided_tiles() == 0);
    CHECK(choose_stream(264, 96, by_1085, 132).rounds == 2);
    CHECK(choose_stream(131, 96, by_1085, 132).divided_tiles() == 0);
    CHECK(choose_stream(131, 96, by_1085, 132).blocks == 131);
    CHECK(choose_stream(4, 4, by_1085, 132).divided_tiles() == 0);
}

TEST_CASE("tensor_core: products that are tested on GPUs have tiles of several blocks") {
    // see test/cuda/tensor_core_parts_on_gpu.cpp
    auto const is_divided = [](int n) {
        return stream_of(double_variants[1], {n, n, n}, 132, -1).divided_tiles() > 0;
    };
    CHECK((is_divided(896) && is_divided(1152) && is_divided(1600)));
    auto const of_float = [](int m, int k, std::size_t variant) {
        int const tiles = pieces(m, 128) * pieces(m, 128);
        dividing_kernel const kernel{float_variants[variant].step_ns, ns_per_part_of_float,
                                     most_steps_of_round};
        return choose_stream(tiles, pieces(k, 64), kernel, 132).most_blocks_of_tile();
    };
    CHECK(of_float(600, 600, 0) > 2);
    CHECK(of_float(1536, 1536, half_variant) == 2);
    CHECK(of_float(1600, 1600, half_variant) == 2);
    CHECK(of_float(130, 30'000, half_variant) > 8);
}

TEST_CASE("tensor_core: pairs of sums cover a tile") {
    auto const check = [](auto fragment, unsigned threads, int rows, int columns = 128) {
        std::set<std::pair<int, int>> places;
        for (unsigned thread = 0; thread < threads; ++thread)
            for (int pair = 0; pair < fragment.pairs; ++pair) {
                element_place const at = fragment.at(thread, pair);
                CHECK((at.row >= 0 && at.row < rows && at.column >= 0 && at.column < columns));
                CHECK(at.column % 2 == 0);
                places.emplace(at.row, at.column);
            }
        CHECK(places.size() == static_cast<std::size_t>(rows * columns / 2));
    };
    using enum major;
    auto const check_orders = [&]<int WarpColumns, int Columns>(unsigned threads, int rows) {
        check(double_fragment<k, k, WarpColumns, Columns>{}, threads, rows, Columns);
        check(double_fragment<k, mn, WarpColumns, Columns>{}, threads, rows, Columns);
        check(double_fragment<mn, k, WarpColumns, Columns>{}, threads, rows, Columns);
        check(double_fragment<mn, mn, WarpColumns, Columns>{}, threads, rows, Columns);
    };
    for (auto const& v : double_variants)
        if (v.warp_columns == 64) check_orders.operator()<64, 128>(v.multiplying_threads(), v.rows);
        else check_orders.operator()<32, 128>(v.multiplying_threads(), v.rows);
    auto const check_few = [&]<std::size_t... V>(std::index_sequence<V...>) {
        (check_orders.
         operator()<few_doubles_variants[V].warp_columns, few_doubles_variants[V].columns>(
             static_cast<unsigned>(few_doubles_variants[V].warps() * 32),
             few_doubles_variants[V].rows),
         ...);
    };
    check_few(std::make_index_sequence<few_doubles_variants.size()>{});
}

TEST_CASE("tensor_core: the warps of each half of a tile of double have different schedulers") {
    auto const check = [](auto fragment, int rows) {
        // left, right, upper and lower half
        std::set<int> schedulers[4];
        int warps_of_half[4] = {};
        for (int warp = 0; warp < 8; ++warp) {
            element_place const first = fragment.of_warp(warp);
            for (int const half : {first.column < 64 ? 0 : 1, first.row < rows / 2 ? 2 : 3}) {
                schedulers[half].insert(warp % 4);
                ++warps_of_half[half];
            }
        }
        for (int half = 0; half < 4; ++half) {
            CHECK(schedulers[half].size() == 4);
            CHECK(warps_of_half[half] == 4);
        }
    };
    check(double_fragment<major::k, major::k, 64>{}, 128);
    check(double_fragment<major::k, major::k, 32>{}, 64);
}

TEST_CASE("tensor_core: variants for few tiles of double fit into a multiprocessor") {
    for (auto const& v : few_doubles_variants) {
        CAPTURE(v.name);
        CHECK(v.shared_bytes() <= most_shared_bytes);
        // the system takes 1 KiB per block
        CHECK(v.residents * (v.shared_bytes() + 1024) <= most_shared_bytes + 1024);
        CHECK(v.stages % v.groups == 0);
        CHECK(v.rows % 32 == 0);
        CHECK((v.columns % v.warp_columns == 0 && v.warp_columns % 16 == 0));
        // a thread adds the same number of pairs as any other
        CHECK(v.warp_columns % (2 * v.parts * v.groups) == 0);
    }
}
