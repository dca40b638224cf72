// SPDX-License-Identifier: Apache-2.0
/// The code of the pages about smallest and largest elements. A region stands between two lines
/// with its name.
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

TEST_CASE("types: where the smallest and the largest element are") {
    //! [extrema]
    gpu::device_vector<int> v{3, 1, 4, 1, 4};
    // v.begin() + 1
    auto const smallest = gpu::min_element(v);
    // v.begin() + 2: the first of the largest
    auto const largest = gpu::min_element(gpu::automatic, v.begin(), v.end(), std::greater<>());
    // v.begin() + 1 and v.begin() + 4
    auto const [first, last] = gpu::minmax_element(v);
    // iterators of the vector, which may write to it
    *smallest = 7;
    // a projection, on the host
    std::vector<std::string> const words{"three", "one", "eleven"};
    auto const length = [](std::string const& word) { return word.size(); };
    auto const longest = gpu::max_element(words, {}, length);
    //! [extrema]
    CHECK(smallest == v.begin() + 1);
    CHECK(largest == v.begin() + 2);
    CHECK(first == smallest);
    CHECK(last == v.end() - 1);
    CHECK(v[1] == 7);
    CHECK(*longest == "eleven");

    //! [NaNs are passed over]
    std::vector<float> const x{NAN, 2, -1, NAN};
    // of -1
    auto const least = gpu::min_element(x);
    // as by std::min_element: at the NaN
    auto const nearest =
        gpu::min_element(x, [](float a, float b) { return std::abs(a - 2) < std::abs(b - 2); });
    //! [NaNs are passed over]
    CHECK(*least == -1);
    CHECK(nearest == x.begin());
}
