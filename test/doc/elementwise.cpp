// SPDX-License-Identifier: Apache-2.0
/// The code of the pages about elementwise algorithms and views. A region stands between two lines
/// with its name.
#include <gpualgo/expression.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <functional>
#include <vector>

TEST_CASE("elementwise: each element by itself") {
    //! [elementwise]
    gpu::device_vector<float> x(5), y(5);
    gpu::iota(x, 1.0f, 0.5f); // 1, 1.5, 2, 2.5, 3
    gpu::fill(y, 10.0f);
    gpu::replace_if(x, gpu::greater_than(2), -1.0f); // 1, 1.5, 2, -1, -1
    gpu::reverse(x);                                 // -1, -1, 2, 1.5, 1
    gpu::transform(x, y, y, std::minus<>());         // -11, -11, -8, -8.5, -9

    gpu::device_vector<std::uint32_t> const indices{4, 2};
    gpu::device_vector<float> picked(2);
    gpu::gather(indices, x, picked); // 1, 2

    // on a stream, without waiting
    gpu::stream const stream(x.device());
    gpu::fill(gpu::automatic.on(stream), x, 7.0f);
    stream.synchronize();
    //! [elementwise]
    CHECK(y.to_host() == std::vector<float>{-11, -11, -8, -8.5f, -9});
    CHECK(picked.to_host() == std::vector<float>{1, 2});
    CHECK(x.to_host() == std::vector<float>(5, 7.0f));
}

TEST_CASE("views: nothing is stored") {
    //! [views]
    using namespace gpu::placeholders;
    // on the host: any algorithm, and any callable
    std::vector<int> const v{5, 1, 4, 2};
    auto const squares = gpu::views::transformed(v, [](int a) { return a * a; });
    int const largest = *gpu::max_element(squares);                       // 25
    long const every_second = gpu::reduce(gpu::views::strided(v, 2), 0L); // 9

    // on a device: one kernel, which stores nothing
    gpu::device_vector<float> const x{1, 2, 3}, y{4, 5, 6};
    auto const products = gpu::views::transformed(x, y, 2 * _1 * _2);
    float const dot = gpu::reduce(products, 0.0f); // 64
    auto const large = gpu::count_if(products, _1 > 10.0f);

    // numbers alone, on the device that the policy names
    auto const on = gpu::automatic.on(x.device());
    auto const sum = gpu::reduce(on, gpu::views::iota(std::int64_t{1}, std::int64_t{1001}));
    //! [views]
    CHECK(largest == 25);
    CHECK(every_second == 9);
    CHECK(dot == 64);
    CHECK(large == 2);
    CHECK(sum == 500500);
    //! [fields]
    using gpu::field;
    gpu::soa_vector<float, std::int32_t, float> const rows({{0.5f, 7, 2.0f}, {1.5f, 8, 4.0f}});
    float const weighted =
        gpu::transform_reduce(rows, 0.0f, gpu::plus<>(), field<0>(_1) * field<2>(_1)); // 7
    auto const sevens = gpu::count_if(rows, field<1>(_1) == 7);
    //! [fields]
    CHECK(weighted == 7);
    CHECK(sevens == 1);
}

TEST_CASE("a stencil, and lengths of runs and rows") {
    using namespace gpu::placeholders;
    //! [stencil]
    gpu::device_vector<float> const values{10, 20, 30};
    gpu::device_vector<int> const stencil{1, 0, 1};
    gpu::device_vector<float> kept(3);
    kept.erase(gpu::copy_if(values, stencil, kept, _1 != 0), kept.end()); // 10 30
    //! [stencil]
    CHECK(kept.to_host() == std::vector<float>{10, 30});

    // the other recipes of coming_from.md
    gpu::device_vector<int> const range{5, 5, 7};
    gpu::device_vector<int> keys(3), lengths(3);
    gpu::reduce_by_key(range, gpu::views::constant(1, 3), keys, lengths);
    CHECK((keys[1] == 7 && lengths[0] == 2 && lengths[1] == 1));
    gpu::device_vector<float> sums(3);
    auto const row = gpu::views::transformed(gpu::views::iota(0, 3), _1 / 2);
    gpu::reduce_by_key(row, values, keys, sums);
    CHECK((sums[0] == 30 && sums[1] == 30));
}
