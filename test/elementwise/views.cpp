// SPDX-License-Identifier: Apache-2.0
/// Views: they are ranges of C++20 that every algorithm of the host takes. Views of ranges on a
/// device, and of numbers alone, by the kernels of the simulated device.
#include "support/devices.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace gpu::placeholders;
namespace views = gpu::views;

using test::simulated;

using ints = std::vector<int>;

ints iota(int n) {
    ints x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    return x;
}

struct square {
    int operator()(int x) const { return x * x; }
};

template <class View>
constexpr bool is_random_access = std::ranges::random_access_range<View>&&
    std::ranges::sized_range<View>&& std::ranges::view<View>&& std::ranges::borrowed_range<View>;
static_assert(is_random_access<decltype(views::iota(0, 1))>);
static_assert(is_random_access<decltype(views::constant(std::string(), 1))>);
static_assert(is_random_access<decltype(views::strided(std::declval<ints&>(), 2))>);
static_assert(is_random_access<decltype(views::transformed(std::declval<ints&>(), square()))>);
static_assert(
    is_random_access<decltype(views::zip(std::declval<ints&>(), std::declval<ints const&>()))>);
static_assert(std::same_as<decltype(*views::strided(std::declval<ints&>(), 2).begin()), int&>);

constexpr int in_constant_expressions() {
    return gpu::reduce(views::transformed(views::iota(0, 5), [](int x) { return 2 * x; }));
}
static_assert(in_constant_expressions() == 20);

} // namespace

TEST_CASE("the elements of views on the host") {
    auto x = iota(10);
    CHECK(std::ranges::equal(views::iota(3, 7), ints{3, 4, 5, 6}));
    CHECK(std::ranges::equal(views::constant(7, 3), ints{7, 7, 7}));
    CHECK(std::ranges::equal(views::strided(x, 4), ints{0, 4, 8}));
    CHECK(std::ranges::equal(views::strided(views::iota(0, 9), 4), ints{0, 4, 8}));
    CHECK(views::strided(x, 20).size() == 1);
    CHECK(views::strided(views::iota(0, 0), 2).empty());
    int const factor = 3; // a lambda with a capture cannot be assigned
    auto const thrice = views::transformed(x, [factor](int a) { return factor * a; });
    auto it = thrice.begin();
    it = thrice.end() - 1;
    CHECK(*it == 27);
    CHECK(views::transformed(x, thrice, std::plus<>())[2] == 8);
    for (auto [a, b] : views::zip(x, thrice)) a = b;
    CHECK(x[9] == 27);
    gpu::fill(views::strided(x, 2), -1);
    CHECK(x[8] == -1);
    CHECK(x[9] == 27);
    std::ranges::sort(views::strided(x, 3));
    CHECK_THROWS_AS(views::iota(1, 0), std::invalid_argument);
    CHECK_THROWS_AS(views::strided(x, 0), std::invalid_argument);
    std::uint64_t const most = std::numeric_limits<std::ptrdiff_t>::max();
    CHECK(views::iota(std::uint64_t{1}, most + 1).size() == most);
    CHECK(views::constant(1, most).size() == most);
    CHECK_THROWS_WITH(views::iota(std::uint64_t{}, most + 1),
                      "gpu::views::iota: 9223372036854775808 elements; at most "
                      "9223372036854775807 can be counted");
    CHECK_THROWS_AS(views::iota(std::numeric_limits<std::int64_t>::min(), std::int64_t{}),
                    std::invalid_argument);
    CHECK_THROWS_AS(views::constant(1, most + 1), std::invalid_argument);
}

TEST_CASE("every algorithm takes views on the host, as if the elements were stored") {
    int const n = 50000;
    auto const stored = [&] {
        auto x = iota(n);
        for (auto& a : x) a = a * 7 % 1001;
        return x;
    }();
    auto const view = views::transformed(views::iota(0, n), [](int a) { return a * 7 % 1001; });
    auto const check = [&](auto const& policy) {
        CHECK(gpu::reduce(policy, view, 0L) == gpu::reduce(policy, stored, 0L));
        CHECK(gpu::reduce(policy, view.begin(), view.end(), 1.5) ==
              gpu::reduce(policy, stored.begin(), stored.end(), 1.5));
        CHECK(gpu::transform_reduce(policy, view, 0, std::plus<>(), square()) ==
              gpu::transform_reduce(policy, stored, 0, std::plus<>(), square()));
        CHECK(gpu::transform_reduce(policy, view, stored, 0L) ==
              gpu::transform_reduce(policy, stored, stored, 0L));
        CHECK(gpu::mean(policy, view) == gpu::mean(policy, stored));
        CHECK(*gpu::max_element(policy, view) == *gpu::max_element(policy, stored));
        CHECK(gpu::min_element(policy, view) - view.begin() == 0);
        CHECK(gpu::count(policy, view, 7) == gpu::count(policy, stored, 7));
        CHECK(gpu::count_if(policy, view, gpu::is_odd) ==
              gpu::count_if(policy, stored, gpu::is_odd));
        ints a(stored.size()), b(stored.size());
        gpu::copy_if(policy, view, a, gpu::is_odd);
        gpu::copy_if(policy, stored, b, gpu::is_odd);
        CHECK(a == b);
        gpu::inclusive_scan(policy, view, a.begin());
        gpu::inclusive_scan(policy, stored, b.begin());
        CHECK(a == b);
        gpu::transform(policy, view, a, square());
        gpu::transform(policy, stored, b, square());
        CHECK(a == b);
        gpu::reverse_copy(policy, view, a);
        gpu::reverse_copy(policy, stored, b);
        CHECK(a == b);
        gpu::gather(policy, views::strided(views::iota(0, n), 2), view, a);
        auto const positions = iota(n);
        gpu::gather(policy, views::strided(positions, 2), stored, b);
        CHECK(a == b);
    };
    check(gpu::automatic);
    gpu::device_vector<int> const copied(view, simulated);
    CHECK(copied.to_host() == stored);
    ints out(stored.size());
    gpu::copy(view, out);
    CHECK(out == stored);
}

TEST_CASE("views of ranges on a device are reduced there") {
    std::vector<float> x(3001), y(3001);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<float>(i) / 7;
        y[i] = 1 - static_cast<float>(i) / 11;
    }
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::device_vector<float> const a(x, device), b(y, device);
        gpu::report ran;
        auto const policy = gpu::automatic.report_to(ran);
        auto const twice = views::transformed(a, 2 * _1);
        float const expected = gpu::transform_reduce(x, 0.0f, gpu::plus<>(), 2 * _1);
        CHECK(gpu::reduce(twice) == expected);
        CHECK(gpu::reduce(policy, twice, 0.0f, _1 + _2) == expected);
        CHECK(ran.device == device);
        CHECK(gpu::reduce(policy, views::transformed(a, gpu::negate<>()), 1.0f) ==
              gpu::transform_reduce(x, 1.0f, gpu::plus<>(), gpu::negate<>()));
        CHECK(gpu::reduce(views::transformed(a, b, std::multiplies<>()), 0.0f) ==
              gpu::transform_reduce(x, y, 0.0f));
        CHECK(gpu::transform_reduce(twice, 0.0, gpu::plus<>(), _1 * _1) ==
              gpu::transform_reduce(x, 0.0, gpu::plus<>(), 2 * _1 * (2 * _1)));
        // transforms of transforms, and of both ranges
        auto const sums = views::transformed(twice, views::transformed(b, -_1), _1 + 0.5f * _2);
        CHECK(gpu::reduce(sums, 0.0f) ==
              gpu::transform_reduce(x, y, 0.0f, gpu::plus<>(), 2 * _1 + 0.5f * -_2));
        CHECK(gpu::count_if(sums, _1 > 100.0f) == [&] {
            std::ptrdiff_t count = 0;
            for (std::size_t i = 0; i < x.size(); ++i) count += 2 * x[i] + 0.5f * -y[i] > 100.0f;
            return count;
        }());
        gpu::device_vector<float> out(3001, device);
        CHECK(gpu::copy(sums, out) == out.end());
        CHECK(out.to_host()[3000] == 2 * x[3000] + 0.5f * -y[3000]);
        gpu::transform(twice, out, _1 + 1);
        CHECK(out.to_host()[3000] == 2 * x[3000] + 1);
        gpu::device_vector<float> few(10, device);
        CHECK_THROWS_AS(gpu::copy(sums, few), std::invalid_argument);
    }
}

TEST_CASE("views of numbers alone are reduced on the device that the policy names") {
    for (auto const& device : {gpu::device::host(), simulated})
        for (int const n : {0, 1, 5, 1000, 5001}) {
            gpu::report ran;
            auto const policy = gpu::automatic.on(device).report_to(ran);
            auto const count = static_cast<std::int64_t>(n);
            CHECK(gpu::reduce(policy, views::iota(std::int64_t{1}, count + 1)) ==
                  count * (count + 1) / 2);
            CHECK(ran.device == device);
            CHECK(gpu::reduce(policy, views::constant(3, static_cast<std::size_t>(n)), 4L) ==
                  4 + 3 * count);
            auto const terms =
                views::transformed(views::iota(1, n + 1), 1.0f / gpu::cast<float>(_1));
            CHECK(gpu::reduce(policy, terms, 0.0f) ==
                  gpu::reduce(gpu::automatic, terms.begin(), terms.end(), 0.0f));
            CHECK(gpu::count_if(policy, views::strided(views::iota(0, 3 * n), 3), _1 % 2 == 1) ==
                  n / 2);
            gpu::device_vector<double> out(static_cast<std::size_t>(n), device);
            gpu::copy(terms, out);
            if (n == 5001) CHECK(out.to_host()[4] == static_cast<double>(1.0f / 5));
        }
}

TEST_CASE("reductions of views that convert have the same bits on every device") {
    int const n = 40000; // the order depends on the sizes of numbers in memory
    auto const terms = views::transformed(views::iota(1, n + 1), 1.0 / gpu::cast<double>(_1));
    double const expected = gpu::reduce(gpu::automatic, terms.begin(), terms.end(), 0.0);
    std::vector<float> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / static_cast<float>(i + 1);
    auto const third = gpu::cast<double>(_1) / 3.0;
    double const thirds = gpu::transform_reduce(x, 0.0, gpu::plus<>(), third);
    for (auto const& device : {gpu::device::host(), simulated}) {
        CHECK(gpu::reduce(gpu::automatic.on(device), terms, 0.0) == expected);
        gpu::device_vector<float> const v(x, device);
        auto const wide = views::transformed(v, gpu::cast<double>(_1));
        CHECK(gpu::reduce(views::transformed(wide, _1 / 3.0), 0.0) == thirds);
        CHECK(gpu::transform_reduce(wide, 0.0, gpu::plus<>(), _1 / 3.0) == thirds);
        auto const divided = views::transformed(v, views::constant(3.0, x.size()), _1 / _2);
        CHECK(gpu::reduce(divided, 0.0) == thirds);
    }
    auto const wide = views::transformed(x, [](float a) { return double{a}; });
    CHECK(gpu::transform_reduce(wide, 0.0, gpu::plus<>(), _1 / 3.0) == thirds);
}

namespace {

std::vector<double> numbers(std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i % 1003) / 7 - 40;
    return x;
}

/// Every step-th number from an offset on, copied.
template <class To, class From>
std::vector<To> picked(std::vector<From> const& x, std::size_t offset, std::size_t step) {
    std::vector<To> result;
    for (std::size_t i = offset; i < x.size(); i += step) result.push_back(static_cast<To>(x[i]));
    return result;
}

} // namespace

TEMPLATE_TEST_CASE("strided views of ranges on a device", "", std::int8_t, std::uint16_t, float,
                   std::int64_t) {
    using T = TestType;
    for (std::size_t const n : {1u, 2u, 33u, 1025u, 20011u})
        for (std::size_t const step : {1u, 2u, 3u, 31u, 4096u})
            for (std::size_t const offset : {0u, 1u}) {
                CAPTURE(n, step, offset);
                auto const x = picked<T>(numbers(n), 0, 1);
                auto const expected = picked<T>(x, offset, step);
                for (auto const& device : {gpu::device::host(), simulated}) {
                    gpu::device_vector<T> const on_device(x, device);
                    auto const range = views::transformed(on_device, _1);
                    auto const view = views::strided(
                        std::ranges::subrange(on_device.begin() + static_cast<int>(offset),
                                              on_device.end()),
                        step);
                    gpu::report ran;
                    CHECK(gpu::reduce(gpu::automatic.report_to(ran), view, T()) ==
                          gpu::reduce(gpu::automatic, expected, T()));
                    CHECK(ran.device == device);
                    CHECK(ran.bytes == expected.size() * sizeof(T));
                    CHECK(gpu::reduce(view, 1.5, gpu::maximum<>()) ==
                          gpu::reduce(gpu::automatic, expected, 1.5, gpu::maximum<>()));
                    CHECK(gpu::transform_reduce(view, 0.0, gpu::plus<>(), _1 * _1) ==
                          gpu::transform_reduce(gpu::automatic, expected, 0.0, gpu::plus<>(),
                                                _1 * _1));
                    CHECK(gpu::count_if(view, _1 > 3) == std::ranges::count_if(expected, _1 > 3));
                    gpu::device_vector<T> out(expected.size(), device);
                    gpu::copy(view, out);
                    CHECK(out.to_host() == expected);
                    gpu::transform(view, out, _1 + 1);
                    if (!expected.empty())
                        CHECK(out.to_host().back() == static_cast<T>(expected.back() + 1));
                    // strides of strides, and of transforms
                    auto const sparse = views::strided(views::strided(range, 2), step);
                    CHECK(gpu::reduce(sparse, 0.0) ==
                          gpu::reduce(gpu::automatic, picked<T>(x, 0, 2 * step), 0.0));
                }
            }
}

TEST_CASE("two ranges with steps of their own, and fields of zips") {
    auto const x = picked<float>(numbers(30001), 0, 1);
    auto const y = picked<float>(numbers(10100), 7, 1);
    std::size_t const n = 10001;
    auto const every_third = picked<float>(x, 0, 3);
    auto const product = gpu::field<0>(_1) * gpu::field<1>(_1);
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::device_vector<float> const a(x, device), b(y, device);
        auto const thirds = views::strided(a, 3);
        auto const zipped = views::zip(thirds, b);
        std::vector<float> const same(y.begin(), y.begin() + n);
        gpu::report ran;
        CHECK(gpu::transform_reduce(gpu::automatic.report_to(ran), zipped, 0.0f, gpu::plus<>(),
                                    product) == gpu::transform_reduce(every_third, same, 0.0f));
        CHECK(ran.device == device);
        CHECK(gpu::reduce(views::transformed(thirds, b, _1 * _2), 0.0f) ==
              gpu::transform_reduce(every_third, same, 0.0f));
        CHECK(gpu::reduce(views::transformed(views::strided(zipped, 2), product), 0.0) ==
              gpu::transform_reduce(gpu::automatic, picked<float>(x, 0, 6),
                                    picked<float>(same, 0, 2), 0.0, gpu::plus<>(), _1 * _2));
        gpu::device_vector<float> out(n, device);
        gpu::transform(zipped, out, gpu::field<1>(_1) - gpu::field<0>(_1));
        CHECK(out.to_host()[9999] == same[9999] - every_third[9999]);
        gpu::copy(views::transformed(thirds, views::strided(b, 1), _1 + _2), out);
        CHECK(out.to_host()[5000] == every_third[5000] + same[5000]);
        gpu::device_vector<float> z(x, device);
        CHECK_THROWS_WITH(gpu::transform(views::strided(z, 2), z, _1),
                          Catch::Contains("out overlaps an input"));
    }
}

TEST_CASE("the canonical order of views of views is the host's") {
    // sums that are small beside their terms show the order by their bits
    std::vector<float> x(20001);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i * 7919 % 10007) / 13 - 384.9f;
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::device_vector<float> const a(x, device);
        auto const doubles = [](auto const& range) {
            return views::transformed(views::transformed(range, gpu::cast<double>(_1) / 3), -_1);
        };
        CHECK(gpu::reduce(doubles(a), 0.0) == gpu::reduce(gpu::automatic, doubles(x), 0.0));
        CHECK(gpu::reduce(views::strided(doubles(a), 2), 0.0) ==
              gpu::reduce(gpu::automatic, views::strided(doubles(x), 2), 0.0));
        auto const floats =
            views::transformed(views::iota(std::int64_t{1}, std::int64_t{50000}),
                               gpu::cast<float>(_1 * 7919 % 10007) / 13.0f - 384.9f);
        CHECK(gpu::reduce(gpu::automatic.on(device), floats, 0.0f) ==
              gpu::reduce(gpu::automatic, floats, 0.0f));
    }
}
