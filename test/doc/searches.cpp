// SPDX-License-Identifier: Apache-2.0
/// The code of the page about searches and comparisons. A region stands between two lines with its
/// name.
#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/top_k.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <vector>

TEST_CASE("searches: first matches, comparisons, and the front of an order") {
    //! [searches]
    gpu::device_vector<float> const v{3, 1, 4, 1, 5, -9};
    auto const four = gpu::find(v, 4);                                // v.begin() + 2
    auto const negative = gpu::find_if(v, gpu::less_than(0));         // v.begin() + 5
    bool const has_nan = gpu::any_of(gpu::automatic, v, gpu::is_nan); // false

    std::vector<float> w{3, 1, 4, 1, 6, -9};
    bool const same = gpu::equal(v, w);      // false: w is copied to the device of v
    auto const differ = gpu::mismatch(v, w); // v.begin() + 4 and w.begin() + 4
    float const largest = gpu::max(v);       // 5

    std::vector<float> best(3);
    gpu::top_k(v, 3, best);                // 5, 4, 3
    gpu::top_k(v, 3, best, std::less<>()); // -9, 1, 1

    // any predicate on the host
    auto const found = gpu::find_if(gpu::automatic, w, [](float x) { return x * x > 30; });
    //! [searches]
    CHECK(four - v.begin() == 2);
    CHECK(negative - v.begin() == 5);
    CHECK_FALSE(has_nan);
    CHECK_FALSE(same);
    CHECK(differ.first - v.begin() == 4);
    CHECK(differ.second - w.begin() == 4);
    CHECK(largest == 5);
    CHECK(best == std::vector<float>{-9, 1, 1});
    CHECK(found - w.begin() == 4);
}
