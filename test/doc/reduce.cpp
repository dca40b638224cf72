// SPDX-License-Identifier: Apache-2.0
/// The code of the pages about reductions. A region stands between two lines with its name.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

TEST_CASE("getting started: a sum, and where it was made") {
    //! [first sum]
    std::vector<float> const x(100'000, 0.5F);
    float const sum = gpu::reduce(x); // as std::reduce, on all cores
    //! [first sum]
    CHECK(sum == 50'000);

    //! [on a device]
    // on the GPU, or on the host if there is none
    gpu::device_vector<float> const y(x);
    float const largest = gpu::reduce(y, y[0], gpu::maximum<>{});           // on the device of y
    float const total = gpu::reduce(y.begin() + 10, y.begin() + 20, 100.F); // a part of it; an init
    //! [on a device]
    CHECK(largest == 0.5F);
    CHECK(total == 105);

    //! [who ran]
    gpu::report ran;
    float const again = gpu::reduce(gpu::automatic.report_to(ran), y);
    std::string const text = gpu::to_string(ran); // std::cout << ran prints it
    //! [who ran]
    CHECK(again == sum);
    CHECK_FALSE(ran.kernel.empty());
    CHECK(text.find(gpu::to_string(ran.device) + ", automatic, " + ran.kernel) == 0);
}

TEST_CASE("types: transformed elements and means") {
    //! [transformed]
    std::vector<float> const x{1, 2, 3}, y{4, 5, 6};
    float const product = gpu::transform_reduce(x, y, 0.F); // of two vectors: 32
    float const squares = gpu::transform_reduce(x, 0.F, gpu::plus<>(), gpu::square<>()); // 14
    double const mean = gpu::mean(std::vector<int>{1, 2, 4, 3});                         // 2.5
    //! [transformed]
    CHECK(product == 32);
    CHECK(squares == 14);
    CHECK(mean == 2.5);
}

TEST_CASE("policies: one word names the strategy") {
    gpu::device const device = gpu::device::simulated();
    gpu::device_vector<int> const v(std::vector<int>(1000, 3), device);
    gpu::report ran;
    //! [strategies]
    int const a = gpu::reduce(gpu::neighbored, v);
    int const b = gpu::reduce(gpu::neighbored_less, v);
    int const c = gpu::reduce(gpu::interleaved, v);
    int const d = gpu::reduce(gpu::bank_conflict_free, v);
    int const e = gpu::reduce(gpu::cg_tile<16>, v);
    int const f = gpu::reduce(gpu::warp_shuffle, v);
    //! [strategies]
    for (int const total : {a, b, c, d, e, f}) CHECK(total == 3000);

    //! [options]
    auto const policy = gpu::interleaved
                            .block_size(128)               // threads in a block, 1 to 1024
                            .in(gpu::memory_space::global) // how they exchange values
                            .on(device)                    // the device that it must run on
                            .report_to(ran);               // filled by the call
    int const sum = gpu::reduce(policy, v);
    //! [options]
    CHECK(sum == 3000);
    CHECK(ran.kernel == "reduce<interleaved, global>");
    CHECK(ran.block == 128);
}

TEST_CASE("policies: orders of named strategies differ, that of automatic does not") {
    //! [same bits]
    std::vector<float> x;
    for (int i = 1; i <= 10'000; ++i) x.push_back(1.F / static_cast<float>(i));

    float const on_host = gpu::reduce(gpu::automatic.on(gpu::device::host()), x);
    float const on_kernels = gpu::reduce(gpu::automatic.on(gpu::device::simulated()), x);
    //! [same bits]
    CHECK(on_host == on_kernels);
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), x) == Approx(on_host));
}

TEST_CASE("types: elements become accumulators as they are loaded") {
    //! [accumulators]
    std::vector<std::int8_t> const bytes(1000, 100);
    // the value's type: integers wrap
    std::int8_t const wrapped = gpu::reduce(bytes);
    std::int64_t const wide = gpu::reduce(bytes, std::int64_t{0}); // init says what is accumulated
    double const in_double = gpu::reduce(bytes, 0.5);              // of integers up to 32 bits
    //! [accumulators]
    CHECK(wrapped == static_cast<std::int8_t>(100'000 % 256));
    CHECK(wide == 100'000);
    CHECK(in_double == 100'000.5);

    //! [small floats]
    std::vector<gpu::half> const halves(4096, gpu::half(0.25F));
    gpu::half const rounded_once = gpu::reduce(halves); // added in float, and rounded at the end
    float const unrounded = gpu::reduce(halves, 0.F);
    //! [small floats]
    CHECK(static_cast<float>(rounded_once) == 1024);
    CHECK(unrounded == 1024);

    //! [NaN]
    std::vector<double> const y{1, std::numeric_limits<double>::quiet_NaN(), -2};
    // IEEE 754-2019: a NaN wins, and -0 < +0
    double const smallest = gpu::reduce(y, y[0], gpu::minimum<>{});
    //! [NaN]
    CHECK(std::isnan(smallest));
}

TEST_CASE("types: what is not precompiled runs on the host") {
    //! [any callable]
    struct point {
        double x, y;
    };
    std::vector<point> const path(1000, point{1, 0.5});
    auto const step = [](point a, point b) { return point{a.x + b.x, a.y + b.y}; };
    // in this thread, as std::reduce promises
    point const end = gpu::reduce(path, point{0, 0}, step);
    point const same = gpu::reduce(gpu::automatic, path, point{0, 0}, step); // on all cores
    //! [any callable]
    CHECK(end.x == 1000);
    CHECK(same.y == 500);
}
