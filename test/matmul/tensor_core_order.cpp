// SPDX-License-Identifier: Apache-2.0
/// The order in which tensor_core's kernels compute tiles.
#include "cuda/tensor_core/double_selection.hpp"
#include "cuda/tensor_core/register_selection.hpp"
#include "cuda/tensor_core/selection.hpp"
#include "cuda/tensor_core/tile_order.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

using namespace gpu::sm90;

TEST_CASE("tensor_core: each tile is computed once, whatever the height of bands") {
    for (int const rows : {1, 2, 7, 8, 9, 33})
        for (int const columns : {1, 3, 16})
            for (int const band : {1, 2, 8}) {
                tile_order const order{rows, columns, band};
                CAPTURE(rows, columns, band);
                std::set<std::pair<int, int>> seen;
                for (int i = 0; i < order.count(); ++i) {
                    tile_place const place = order.at(i);
                    REQUIRE((place.row >= 0 && place.row < rows));
                    REQUIRE((place.column >= 0 && place.column < columns));
                    seen.emplace(place.row, place.column);
                }
                CHECK(seen.size() == static_cast<std::size_t>(rows * columns));
            }
}

TEST_CASE("tensor_core: the tiles of a batch are those of one product after those of another") {
    for (int const rows : {1, 5})
        for (int const columns : {1, 3})
            for (int const products : {2, 7}) {
                tile_order const one{rows, columns, 2};
                batch_order const all{one, products};
                CAPTURE(rows, columns, products);
                REQUIRE(all.count() == products * one.count());
                for (int i = 0; i < all.count(); ++i) {
                    tile_place const place = all.at(i), in_product = one.at(i % one.count());
                    CHECK(place.product == i / one.count());
                    CHECK(place.row == in_product.row);
                    CHECK(place.column == in_product.column);
                    CHECK(in_product.product == 0);
                }
            }
}

TEST_CASE("tensor_core: concurrent tiles share panels of A and B") {
    tile_order const order{64, 64, 8};
    std::set<int> rows, columns;
    for (int i = 0; i < 128; ++i) {
        rows.insert(order.at(i).row);
        columns.insert(order.at(i).column);
    }
    CHECK(rows.size() == 8);
    CHECK(columns.size() == 16);
}

TEST_CASE("tensor_core: tiles that are computed at the same time cover about a square of C") {
    CHECK(balanced_band(32, 128, 256, 132) == 16); // two bands
    CHECK(balanced_band(16, 256, 256, 66) == 8);   // the same in clusters
    CHECK(balanced_band(16, 192, 384, 66) == 16);  // one band: 11 rows would be a square
    CHECK(balanced_band(17, 192, 384, 66) == 9);
    CHECK(balanced_band(32, 128, 128, 132) == 11);
    CHECK(balanced_band(8, 128, 128, 1) == 1);
    CHECK(balanced_band(1, 128, 256, 132) == 1);
    CHECK(balanced_band(100, 128, 128, 144) == 13); // 12 by 12 tiles are a square
    CHECK(band_of(variants[0], 4096, 132) == 16);
    CHECK(band_of(variants[1], 4096, 132) == 8); // clusters of two rows of tiles
    CHECK(band_of(variants[1], 3072, 132) == 6);
    CHECK(band_of(variants[42], 3000, 132) == 16); // of two columns
    CHECK(band_of(register_variants[0], {4096, 4096, 64}, 132) == 8);
    CHECK(band_of(register_variants[2], {4096, 4096, 64}, 132) == 11);
    CHECK(band_of(double_variants[0], {2100, 4096, 4096}, 132) == 16); // and a row of half tiles
    CHECK(band_of(double_variants[0], {64, 4096, 4096}, 132) == 1);
    constexpr int height = 11; // 11 * 11 tiles of 132
    for (int rows = 1; rows <= 500; ++rows) {
        int const band = balanced_band(rows, 128, 128, 132);
        CAPTURE(rows, band);
        CHECK((band >= std::min(rows, height * 2 / 3) && band <= std::min(rows, height * 3 / 2)));
        CHECK(2 * pieces(rows, band) * height <= std::max(2 * rows + height, 2 * height));
    }
}

TEST_CASE("tensor_core: clusters compute each tile once, and common tiles in the same rounds") {
    for (int const count : {1, 65, 66, 67, 132, 144})
        for (int const step : {1, 66, 132}) {
            CAPTURE(count, step);
            std::set<int> seen;
            std::set<int> common_rounds; // of each cluster
            for (int first = 0; first < step; ++first) {
                strided_tiles const tiles{first, step, count};
                int common = 0;
                for (int tile = tiles.first; tile < tiles.count; tile += tiles.step) {
                    CHECK(seen.insert(tile).second);
                    common += tiles.is_common(tile);
                }
                common_rounds.insert(common);
            }
            CHECK(seen.size() == static_cast<std::size_t>(count));
            CHECK(common_rounds == std::set{count / step});
        }
}
