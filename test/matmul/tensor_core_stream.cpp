// SPDX-License-Identifier: Apache-2.0
/// The distribution of tiles and of their parts over the blocks of tensor_core's kernels.
#include "cuda/tensor_core/double_kernels.hpp"
#include "cuda/tensor_core/double_offsets.hpp"
#include "cuda/tensor_core/float_kernels.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "cuda/tensor_core/pace.hpp"
#include "cuda/tensor_core/selection.hpp"
#include "cuda/tensor_core/tile_parts.hpp"
#include "cuda/tensor_core/tile_stream.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <set>
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

TEST_CASE("tensor_core: parts of tiles have each step of k once, and their sums are found") {
    for (int const tiles : {1, 2, 5, 66, 131, 132, 133, 144, 263, 264, 576})
        for (int const steps : {1, 2, 3, 16, 97, 1000})
            for (int const blocks : {1, 3, 66, 132})
                for (bool const is_divided : {false, true}) {
                    auto const stream = is_divided
                                            ? tile_stream::of_parts(tiles, steps, blocks)
                                            : tile_stream::of_whole_tiles(tiles, steps, blocks);
                    CAPTURE(tiles, steps, blocks, is_divided);
                    auto const parts = parts_by_tile(stream);
                    // in rounds that all blocks have, blocks pass the same steps
                    CHECK(stream.common_rounds() == tiles / blocks);
                    for (int block = 0; block < blocks; ++block)
                        for (int i = 0; i < stream.common_rounds(); ++i)
                            CHECK(stream.part(block, i).count == steps);
                    std::set<int> slots;
                    int const first_divided = tiles - stream.divided_tiles();
                    for (int tile = 0; tile < tiles; ++tile) {
                        auto const& of_tile = parts[static_cast<std::size_t>(tile)];
                        if (of_tile.size() == 1) CHECK(of_tile[0].slot == -1);
                        if (tile < first_divided) {
                            CHECK(of_tile.size() == 1);
                            continue;
                        }
                        part_owners const owners = stream.owners_of(tile - first_divided);
                        REQUIRE(static_cast<std::size_t>(owners.blocks) == of_tile.size());
                        for (int i = 0; owners.blocks > 1 && i < owners.blocks; ++i) {
                            int const slot = of_tile[static_cast<std::size_t>(i)].slot;
                            CHECK(stream.slot_of(owners, i) == slot);
                            CHECK((slot >= 0 && slot < 2 * blocks));
                            CHECK(slots.insert(slot).second);
                        }
                    }
                }
}

TEST_CASE("tensor_core: divided tiles balance the blocks") {
    // 144 tiles on 132 multiprocessors: one round, and a part of the other 12 tiles each
    auto const stream = choose_stream(144, 96, 1085, 132);
    CHECK(stream.blocks == 132);
    CHECK(stream.rounds == 1);
    CHECK(stream.divided_tiles() == 12);
    for (int block = 0; block < 132; ++block) {
        int steps = 0;
        for (int i = 0; i < stream.parts_of(block); ++i) steps += stream.part(block, i).count;
        CHECK((steps == 96 + 8 || steps == 96 + 9));
    }
    // few tiles, and large k
    CHECK(choose_stream(1, 32768, 1080, 132).blocks == 132);
    // whole tiles, if that takes no longer
    CHECK(choose_stream(264, 96, 1085, 132).divided_tiles() == 0);
    CHECK(choose_stream(264, 96, 1085, 132).rounds == 2);
    CHECK(choose_stream(131, 96, 1085, 132).divided_tiles() == 0);
    CHECK(choose_stream(131, 96, 1085, 132).blocks == 131);
    CHECK(choose_stream(4, 4, 1085, 132).divided_tiles() == 0);
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
    check(float_fragment{}, float_tile::multiplying_threads, float_tile::rows);
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

TEST_CASE("tensor_core: variants for few tiles of double fit into a multiprocessor") {
    for (auto const& v : few_doubles_variants) {
        CAPTURE(v.name);
        CHECK(v.shared_bytes() <= most_shared_bytes);
        CHECK(v.stages % v.groups == 0);
        CHECK(v.rows % 32 == 0);
        CHECK((v.columns % v.warp_columns == 0 && v.warp_columns % 16 == 0));
        // a thread adds the same number of pairs as any other
        CHECK(v.warp_columns % (2 * v.parts * v.groups) == 0);
    }
}
