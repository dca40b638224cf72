// SPDX-License-Identifier: Apache-2.0
/// The examples of doc/expressions.md.
#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

TEST_CASE("doc: expressions") {
    auto const device = gpu::device::simulated();
    //! [first]
    using namespace gpu::placeholders; // _1, _2

    gpu::device_vector<float> const x(1000, 3.f, device);
    gpu::device_vector<float> y(1000, 1.f, device);
    float const a = 2.5f;

    gpu::transform(x, y, y, a * _1 + _2);                        // y = a x + y
    float const largest = gpu::reduce(y, 0.f, gpu::max(_1, _2)); // by any associative operator
    double const roots =
        gpu::transform_reduce(y, 0.0, gpu::plus<>(), gpu::select(_1 > 0, gpu::sqrt(_1), 0.0));
    //! [first]
    CHECK(largest == 8.5f);
    CHECK(roots == Approx(1000 * std::sqrt(8.5f)));

    //! [host]
    std::vector<float> const v{1, -2, 3};
    auto const positive = std::count_if(v.begin(), v.end(), _1 > 0); // an ordinary function object
    //! [host]
    CHECK(positive == 2);
}
