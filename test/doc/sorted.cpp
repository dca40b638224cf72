// SPDX-License-Identifier: Apache-2.0
/// The code of the page about sorted ranges, histograms and unique elements. A region stands
/// between two lines with its name.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <vector>

TEST_CASE("sorted: merge, search and unique elements") {
    //! [sorted]
    gpu::device_vector<int> const a{1, 3, 3, 7}, b{2, 3, 9};
    gpu::device_vector<int> all(7);
    gpu::merge(a, b, all); // 1 2 3 3 3 7 9

    gpu::device_vector<int> positions(3);
    gpu::lower_bound(a, b, positions); // 1 1 4: of 2, 3 and 9 in a
    gpu::upper_bound(a, b, positions); // 1 3 4

    auto const end = gpu::unique(all); // 1 2 3 7 9

    // any comparator and equivalence on the host
    std::vector<std::string> const words{"a", "bb", "ccc"}, more{"d", "ee"};
    std::vector<std::string> merged(5);
    gpu::merge(gpu::automatic, words, more, merged,
               [](auto const& x, auto const& y) { return x.size() < y.size(); });
    //! [sorted]
    CHECK(positions.to_host() == std::vector{1, 3, 4});
    CHECK(end == all.begin() + 5);
    CHECK(all[3] == 7);
    CHECK(merged == std::vector<std::string>{"a", "d", "bb", "ee", "ccc"});
}

TEST_CASE("sorted: reductions by key") {
    //! [by_key]
    gpu::device_vector<int> const days{1, 1, 2, 4, 4, 4};
    gpu::device_vector<float> const sales{5.f, 2.5f, 8.f, 1.f, 2.f, 3.f};
    gpu::device_vector<int> day(3);
    gpu::device_vector<float> total(3);
    auto const [days_end, totals_end] = gpu::reduce_by_key(days, sales, day, total);
    // 1 2 4 and 7.5 8 6

    gpu::reduce_by_key(gpu::automatic, days, sales, day, total, std::equal_to<>(),
                       gpu::maximum<>()); // 5 8 3
    //! [by_key]
    CHECK(days_end == day.end());
    CHECK(totals_end == total.end());
    CHECK(day.to_host() == std::vector{1, 2, 4});
    CHECK(total.to_host() == std::vector{5.f, 8.f, 3.f});
}

TEST_CASE("sorted: histograms") {
    //! [histogram]
    gpu::device_vector<float> const x{0.1f, 0.2f, 0.25f, 0.9f, 1.f, -1.f};
    std::vector<int> counts(4);
    gpu::histogram(x, counts, 4, 0.f, 1.f); // 2 1 0 1: neither 1 nor -1

    std::vector<float> const edges{-1.f, 0.f, 1.f, 10.f};
    gpu::histogram(gpu::automatic, x.begin(), x.end(), counts.begin(), edges); // 1 4 1
    //! [histogram]
    CHECK(counts == std::vector{1, 4, 1, 1});
}
