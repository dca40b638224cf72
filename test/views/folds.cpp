// SPDX-License-Identifier: Apache-2.0
/// Reductions of views on devices, against the same of stored elements; and the temporary memory of
/// algorithms that cannot make elements in their kernels.
#include "support/counting_resource.hpp"
#include "views.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/limiting_resource.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/unique.hpp>

#include <numeric>
#include <string>

using namespace views_test;

TEST_CASE("reductions of views by iterators, of two views, and means") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_each_view(device, numbers(n), [&](auto const& view, ints const& x) {
                gpu::device_vector<std::int32_t> const stored(x, device);
                auto const total = std::accumulate(x.begin(), x.end(), std::int64_t{1});
                CHECK(gpu::reduce(view.begin(), view.end(), std::int64_t{1}) == total);
                CHECK(gpu::reduce(gpu::automatic, view.begin(), view.end(), std::int64_t{1}) ==
                      total);
                CHECK(gpu::transform_reduce(view.begin(), view.end(), 0, gpu::plus<>(), _1 * _1) ==
                      std::inner_product(x.begin(), x.end(), x.begin(), 0));
                if (n > 0) CHECK(gpu::mean(view) == gpu::mean(stored));
                gpu::partial_reduction<std::int32_t> const part(0, view.begin(), view.end());
                CHECK(part.total() == gpu::reduce(stored));
            });
            ints const x = numbers(n), y = numbers(n, 11);
            gpu::device_vector<std::int32_t> const a(x, device), b(y, device);
            auto const minus_a = views::transformed(a, -_1);
            CHECK(gpu::transform_reduce(minus_a, b, 0) ==
                  -std::inner_product(x.begin(), x.end(), y.begin(), 0));
            CHECK(gpu::transform_reduce(gpu::automatic, b, views::constant(2, n), 1) ==
                  1 + 2 * std::accumulate(y.begin(), y.end(), 0));
        }
}

TEST_CASE("numbers alone, and fields that differ in size, are reduced with the host's bits") {
    using gpu::field;
    std::size_t const n = 70'001;
    std::vector<float> x(n);
    std::vector<double> y(n);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = 1.f / static_cast<float>(i + 1);
        y[i] = 1.0 / static_cast<double>(3 * i + 1);
    }
    auto const total = [&](auto const& policy, auto const& a, auto const& b) {
        auto const places = views::iota(std::uint16_t{0}, std::uint16_t{65'535});
        auto const rows = views::zip(a, b, places);
        return gpu::transform_reduce(policy, rows, 0.5, gpu::plus<>(),
                                     field<0>(_1) * field<1>(_1) + field<2>(_1) * 0.3);
    };
    auto const thirds = [](auto const& policy) {
        auto const rows = views::zip(views::constant(1.f / 3, 999), views::constant(7.0, 999));
        return gpu::reduce(policy, views::transformed(rows, field<0>(_1)), 0.f);
    };
    double const expected = total(gpu::automatic, x, y);
    for (auto const& device : devices()) {
        gpu::device_vector<float> const a(x, device);
        gpu::device_vector<double> const b(y, device);
        CHECK(total(gpu::automatic, a, b) == expected);
        CHECK(thirds(gpu::automatic.on(device)) == thirds(gpu::automatic));
    }
    CHECK(gpu::transform_reduce(views::constant(2, 9), 0, gpu::plus<>(), _1 * 2) == 36);
}

TEST_CASE("partial reductions of views have the bits of a reduction, in several chunks") {
    std::size_t const n = 2'500'000; // chunks are of 64 MiB
    std::vector<double> x(4 * n);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0 / static_cast<double>(i + 1);
    gpu::device_vector<double> const v(x, gpu::device::host());
    auto const view = views::transformed(v, 3.0 * _1);
    using partial = gpu::partial_reduction<double>;
    partial whole(0, view.begin(), view.begin() + 999);
    whole.merge(partial(999, view.begin() + 999, view.end()));
    gpu::device_vector<double> const stored(view, gpu::device::host());
    CHECK(whole.total() == gpu::reduce(stored));
}

TEST_CASE("temporary memory for the elements of a view") {
    auto const device = gpu::device::simulated();
    std::size_t const n = 1000;
    gpu::device_vector<std::int32_t> const v(numbers(n), device);
    auto const view = views::transformed(v, _1 + 1);
    gpu::device_vector<std::uint32_t> indices(n, device);

    test::counting_resource counted(device);
    gpu::limiting_resource limited(counted, 1000);
    auto const policy = gpu::automatic.with(limited);
    try {
        gpu::argsort(policy, view, indices);
        FAIL("there was enough memory");
    } catch (gpu::out_of_memory const& e) {
        std::string const text = e.what();
        INFO(text);
        CHECK(text.find("gpu::argsort(automatic, n = 1000)") != std::string::npos);
        CHECK(text.find("the elements of a view are written to temporary memory first, which "
                        "needs 4000 bytes") != std::string::npos);
        CHECK(e.requested() == 4000);
    }
    // searches and reductions take nothing
    CHECK(gpu::find(policy, view, 12345) == view.end());
    CHECK(gpu::find_if(policy, views::strided(v, 3), _1 == 12345).position() == 334);
    CHECK(gpu::max_element(policy, views::transformed(v, v, _1 - _2)).position() == 0);
    CHECK(gpu::any_of(policy, view, gpu::is_odd));
    // the next call works, and frees what it takes
    gpu::argsort(gpu::automatic.with(counted), view, indices);
    CHECK(counted.calls() > 0);
    CHECK(counted.blocks() == 0);
    gpu::device_vector<std::uint32_t> expected(n, device);
    gpu::argsort(gpu::device_vector<std::int32_t>(view, device), expected);
    CHECK(indices == expected);
    CHECK(gpu::reduce(policy, view) == gpu::reduce(v) + 1000);
}
