// SPDX-License-Identifier: Apache-2.0
/// The code of the page about sorting. A region stands between two lines with its name.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

TEST_CASE("sort: keys, values and indices") {
    //! [sort]
    gpu::device_vector<float> keys{3, -1, NAN, -0.F, 0};
    gpu::device_vector<int> values{0, 1, 2, 3, 4};
    gpu::device_vector<int> order(keys.size());
    gpu::argsort(keys, order);                         // 1 3 4 0 2
    gpu::sort_by_key(keys, values);                    // -1 -0 0 3 NAN, and 1 3 4 0 2
    gpu::sort(gpu::automatic, keys, std::greater<>()); // 3 0 -0 -1 NAN
    bool const ascends = gpu::is_sorted(keys);         // false

    // any elements and any comparator on the host
    std::vector<std::string> words{"warp", "lane", "tile"};
    gpu::sort(gpu::automatic, words, [](auto const& a, auto const& b) { return a > b; });
    //! [sort]
    CHECK(order.to_host() == std::vector<int>{1, 3, 4, 0, 2});
    CHECK(values.to_host() == order.to_host());
    auto const sorted = keys.to_host();
    CHECK(sorted[0] == 3);
    CHECK_FALSE(std::signbit(sorted[1]));
    CHECK(std::signbit(sorted[2]));
    CHECK(std::isnan(sorted[4]));
    CHECK_FALSE(ascends);
    CHECK(words == std::vector<std::string>{"warp", "tile", "lane"});
}
