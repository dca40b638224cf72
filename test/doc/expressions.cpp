// SPDX-License-Identifier: Apache-2.0
/// The examples of doc/expressions.md.
#include <gpualgo/any_of.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/source.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
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

    //! [more]
    auto const large = gpu::count_if(x, _1 > a && !gpu::is_nan(_1));
    auto const nearest = gpu::min_element(x, std::less<>(), gpu::abs(_1 - a)); // by a key
    gpu::generate(y, 2 * _1);                                                  // 0, 2, 4 ...
    gpu::for_each(y, _1 += 1);                                                 // 1, 3, 5 ...
    gpu::inclusive_scan(y, y, gpu::max(_1, _2));                               // running maxima
    bool const is_small = gpu::all_of(y, gpu::abs(_1) < 1000);
    gpu::replace_if(y, _1 > 100, 0.f);
    //! [more]
    CHECK(large == 1000);
    CHECK(nearest == x.begin());
    CHECK(y.to_host()[2] == 5);
    CHECK_FALSE(is_small);
    CHECK(y.to_host()[100] == 0);

    //! [source]
    auto const wave = gpu::source<float(float)>("[](float x) { return __sinf(x); }",  // on GPUs
                                                [](float v) { return std::sin(v); }); // elsewhere
    gpu::transform(x, y, wave(_1) + 1);
    //! [source]
    CHECK(y.to_host()[0] == std::sin(3.f) + 1);

    //! [prepare]
    gpu::prepare([&] { gpu::transform(x, y, y, a * _1 + _2); }, device); // compiles, does nothing
    //! [prepare]
    CHECK(y.to_host()[0] == std::sin(3.f) + 1);

    //! [host]
    std::vector<float> const v{1, -2, 3};
    auto const positive = std::count_if(v.begin(), v.end(), _1 > 0); // an ordinary function object
    //! [host]
    CHECK(positive == 2);
}
