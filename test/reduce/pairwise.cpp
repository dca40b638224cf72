// SPDX-License-Identifier: Apache-2.0
#include "support/pairwise.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

TEST_CASE("every pair of choices is in a row, and there are few rows") {
    auto const sizes = GENERATE(std::vector<std::size_t>{3, 3, 3, 3},
                                std::vector<std::size_t>{12, 7, 3, 3, 16, 8, 2},
                                std::vector<std::size_t>{1, 5, 2});
    auto const rows = test::pairwise(sizes);

    test::meetings seen(sizes);
    for (auto const& row : rows) {
        REQUIRE(row.size() == sizes.size());
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) REQUIRE(row[axis] < sizes[axis]);
        seen.meet(row);
    }
    std::size_t missing = 0;
    seen.for_each_pair([&](auto... pair) { missing += !seen.met(pair...); });
    CHECK(missing == 0);

    auto largest = sizes;
    std::sort(largest.rbegin(), largest.rend());
    CHECK(rows.size() >= largest[0] * largest[1]);     // the two largest axes alone need this many
    CHECK(rows.size() <= largest[0] * largest[1] * 2); // all axes need few more
}
