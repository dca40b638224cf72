// SPDX-License-Identifier: Apache-2.0
/// The code of the page about sorting. A region stands between two lines with its name.
#include <gpualgo/expression.hpp>
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

TEST_CASE("sort: projections") {
    //! [projections]
    using gpu::placeholders::_1;
    struct particle {
        float mass;
        int charge;
    };
    gpu::device_vector<particle> particles{{2.f, 1}, {0.5f, -1}, {1.f, 0}};
    gpu::sort(particles, std::less<>(), &particle::mass); // masses 0.5 1 2

    gpu::device_vector<int> numbers{4, -7, 3};
    gpu::device_vector<int> order(numbers.size());
    gpu::argsort(numbers, order, std::greater<>(), gpu::abs(_1)); // 1 0 2
    gpu::sort(numbers, std::greater<>(), gpu::abs(_1));           // -7 4 3
    //! [projections]
    auto const sorted = particles.to_host();
    CHECK(sorted[0].charge == -1);
    CHECK(sorted[1].charge == 0);
    CHECK(sorted[2].charge == 1);
    CHECK(order.to_host() == std::vector<int>{1, 0, 2});
    CHECK(numbers.to_host() == std::vector<int>{-7, 4, 3});
}
