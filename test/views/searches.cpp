// SPDX-License-Identifier: Apache-2.0
/// Searches and comparisons of views on devices, against the same of stored elements.
#include "views.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/partial_extrema.hpp>
#include <gpualgo/report.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

using namespace views_test;

TEST_CASE("the first match in a view is found on its device") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_each_view(device, numbers(n), [&](auto const& view, ints const& x) {
                gpu::report ran;
                auto const policy = gpu::automatic.report_to(ran);
                for (std::size_t const at : {std::size_t{0}, n / 2, n - 1, n}) {
                    std::int32_t const wanted = at < n ? x[at] : 12345;
                    auto const expected = std::find(x.begin(), x.end(), wanted) - x.begin();
                    CHECK(gpu::find(policy, view, wanted) - view.begin() == expected);
                    CHECK(ran.device == device);
                    CHECK(gpu::find_if(view, _1 == wanted) - view.begin() == expected);
                    CHECK(gpu::find_if(view.begin(), view.end(), gpu::equals(wanted)) ==
                          view.begin() + expected);
                    CHECK(gpu::any_of(view, gpu::equals(wanted)) == (expected < std::ssize(x)));
                    CHECK(gpu::none_of(view, _1 == wanted) == (expected == std::ssize(x)));
                }
                auto const is_odd = [](std::int32_t a) { return a % 2 != 0; };
                CHECK(gpu::find_if_not(view, gpu::is_odd) - view.begin() ==
                      std::find_if_not(x.begin(), x.end(), is_odd) - x.begin());
                CHECK(gpu::all_of(view, gpu::is_odd) == std::all_of(x.begin(), x.end(), is_odd));
                CHECK(gpu::count(view, 3) == std::count(x.begin(), x.end(), 3));
                CHECK(gpu::count_if(policy, view, gpu::is_odd) ==
                      std::count_if(x.begin(), x.end(), is_odd));
            });
        }
}

TEST_CASE("the extrema of a view are found on its device") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_main_views(device, numbers(n), [&](auto const& view, ints const& x) {
                gpu::report ran;
                auto const policy = gpu::automatic.report_to(ran);
                CHECK(gpu::min_element(policy, view) - view.begin() ==
                      std::min_element(x.begin(), x.end()) - x.begin());
                CHECK(ran.device == device);
                CHECK(gpu::max_element(view) - view.begin() ==
                      std::max_element(x.begin(), x.end()) - x.begin());
                auto const both = gpu::minmax_element(view.begin(), view.end(), std::greater<>());
                auto const expected = std::minmax_element(x.begin(), x.end(), std::greater<>());
                CHECK(both.first - view.begin() == expected.first - x.begin());
                CHECK(both.second - view.begin() == expected.second - x.begin());
                CHECK(gpu::max_element(view, std::less<>(), _1 * _1) - view.begin() ==
                      std::ranges::max_element(x, {}, [](int a) { return a * a; }) - x.begin());
                if (n == 0) return;
                CHECK(gpu::min(view) == *std::min_element(x.begin(), x.end()));
                CHECK(gpu::max(policy, view) == *std::max_element(x.begin(), x.end()));
                gpu::partial_min_element<std::int32_t> const part(5, view.begin(), view.end());
                CHECK(part.value() == *std::min_element(x.begin(), x.end()));
                CHECK(part.index() == 5 + static_cast<std::size_t>(
                                              std::min_element(x.begin(), x.end()) - x.begin()));
            });
        }
}

TEST_CASE("extrema of views of floating-point numbers") {
    auto const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> x{0.f, -0.f, nan, 7.f, -3.f, nan};
    x.resize(600, 1.f);
    for (auto const& device : devices()) {
        gpu::device_vector<float> const v(x, device);
        auto const view = views::transformed(v, -_1);
        std::vector<float> stored(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) stored[i] = -x[i];
        CHECK(gpu::max_element(view) - view.begin() == gpu::max_element(stored) - stored.begin());
        CHECK(gpu::min_element(view) - view.begin() == gpu::min_element(stored) - stored.begin());
        CHECK(gpu::find(view, 0.f) - view.begin() == 0);
        CHECK(gpu::find_if(view, gpu::is_nan) - view.begin() == 2);
        gpu::device_vector<gpu::half> const h(std::vector<gpu::half>(100, gpu::half(2.f)), device);
        auto const halves = views::strided(h, 7);
        CHECK(gpu::find_if(halves, gpu::less_than(3)) == halves.begin());
        CHECK(gpu::find_if(halves, _1 > 2.5f) == halves.end());
    }
}

TEST_CASE("views are compared with ranges and views on a device") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_each_view(device, numbers(n), [&](auto const& view, ints const& x) {
                gpu::device_vector<std::int32_t> same(x, device);
                CHECK(gpu::equal(view, same));
                CHECK(gpu::equal(same, view));
                CHECK(gpu::equal(gpu::automatic, view, view));
                CHECK(gpu::is_sorted(view) == std::is_sorted(x.begin(), x.end()));
                CHECK(gpu::is_sorted_until(view, std::greater<>()) - view.begin() ==
                      std::is_sorted_until(x.begin(), x.end(), std::greater<>()) - x.begin());
                if (n == 0) return;
                same[n - 1] = 12345;
                CHECK_FALSE(gpu::equal(view, same));
                auto const found = gpu::mismatch(view, same);
                CHECK(found.first == view.end() - 1);
                CHECK(found.second == same.end() - 1);
            });
            gpu::device_vector<std::int32_t> positions(n, device);
            auto const numbers_alone = views::iota(0, static_cast<std::int32_t>(n));
            gpu::copy(numbers_alone, positions);
            CHECK(gpu::equal(numbers_alone, positions));
            CHECK(gpu::mismatch(positions, numbers_alone).first == positions.end());
        }
}

TEST_CASE("rows of zip are searched by expressions of fields") {
    for (auto const& device : devices()) {
        std::vector<float> const weights{1.f, 2.f, 3.f, 4.f};
        std::vector<std::int16_t> const kinds{7, 8, 7, 9};
        gpu::device_vector<float> const w(weights, device);
        gpu::device_vector<std::int16_t> const k(kinds, device);
        auto const rows = views::zip(w, k);
        using gpu::field;
        CHECK(gpu::find_if(rows, field<1>(_1) == 9) - rows.begin() == 3);
        CHECK(gpu::find_if_not(rows, field<1>(_1) * field<0>(_1) < 8) - rows.begin() == 1);
        CHECK(gpu::any_of(gpu::automatic, rows, field<0>(_1) > 3.5f));
        CHECK_FALSE(gpu::any_of(rows, field<0>(_1) > 4.5f));
    }
}

TEMPLATE_TEST_CASE("listed predicates of elements that kernels make", "", std::int8_t,
                   std::uint16_t, std::int64_t, float, double) {
    using T = TestType;
    std::vector<T> x;
    for (int i = 0; i < 300; ++i) x.push_back(static_cast<T>(i % 120));
    if constexpr (std::is_floating_point_v<T>) {
        x[7] = std::numeric_limits<T>::quiet_NaN();
        x[9] = -std::numeric_limits<T>::infinity();
        x[11] = -T{};
    } else {
        x[9] = std::numeric_limits<T>::min();
        x[10] = std::numeric_limits<T>::max();
    }
    for (auto const& device : devices()) {
        gpu::device_vector<T> const v(x, device);
        auto const view = views::strided(v, 1); // is read by position
        auto const check = [&](auto predicate) {
            CHECK(gpu::find_if(view, predicate).position() ==
                  std::find_if(x.begin(), x.end(), predicate) - x.begin());
            CHECK(gpu::find_if_not(view, predicate).position() ==
                  std::find_if_not(x.begin(), x.end(), predicate) - x.begin());
        };
        for (int const a : {0, 1, 5, 119, 120, -1}) {
            check(gpu::equals(a));
            check(gpu::equals(static_cast<T>(a)));
            check(gpu::differs_from(a));
            check(gpu::less_than(a));
            check(gpu::at_most(a));
            check(gpu::greater_than(a));
            check(gpu::at_least(a));
            check(gpu::between(a, 60));
            CHECK(gpu::find(view, static_cast<T>(a)).position() ==
                  std::find(x.begin(), x.end(), static_cast<T>(a)) - x.begin());
        }
        check(gpu::is_nan);
        if constexpr (std::is_integral_v<T>) {
            check(gpu::is_odd);
            check(gpu::is_even);
        }
    }
}

TEST_CASE("requests with wrong ranges are refused") {
    using namespace gpu::detail;
    expression_request made;
    predicate_expression test;
    test.made = &made;
    find_request of_test;
    of_test.expression = &test;
    key_expression keys;
    keys.made = &made;
    extrema_request of_keys;
    of_keys.keys = &keys;
    std::uint64_t position = 0;
    of_test.position = of_keys.positions = &position;
    auto const refused = [&](char const* why) {
        call_result found, extrema;
        gpualgo_v0_find(&of_test, &found);
        gpualgo_v0_extrema(&of_keys, &extrema);
        for (call_result const& result : {found, extrema}) {
            CHECK(result.status != status_code::ok);
            CHECK_THAT(result.message, Catch::Contains(why));
        }
    };
    made.ranges = 5; // as a newer header might write it
    refused("4 ranges at most");
    // only made.n elements are copied to a device, which would read all others out of bounds
    std::vector<std::int32_t> const x(100);
    made.ranges = 1;
    made.in[0] = {x.data(), {}, number_type_of<std::int32_t>()};
    made.n = 1;
    of_test.n = of_keys.n = x.size();
    of_test.target = of_keys.target = gpu::device::simulated().id();
    test.type = keys.type = number_type_of<std::uint64_t>();
    refused("a search of 100 elements makes them of ranges of 1");
}

TEST_CASE("numbers alone are searched on the device that the policy names") {
    for (auto const& device : devices())
        for (std::int32_t const n : {1, 33, 5001}) {
            gpu::report ran;
            auto const policy = gpu::automatic.on(device).report_to(ran);
            auto const view = views::transformed(views::iota(0, n), 7 * _1 % 1001);
            CHECK(gpu::find(policy, view, 7 * (n - 1) % 1001) - view.begin() == (n - 1) % 143);
            CHECK(ran.device == device);
            CHECK(gpu::find_if(policy, view, _1 > 2000) == view.end());
            CHECK(gpu::max_element(policy, view) - view.begin() ==
                  std::ranges::max_element(view) - view.begin());
            CHECK(gpu::is_sorted(policy, views::iota(0, n)));
            CHECK(gpu::any_of(policy, views::constant(3, 40), gpu::equals(3)));
            CHECK(gpu::count_if(policy, view, gpu::is_odd) ==
                  std::ranges::count_if(view, [](int a) { return a % 2 != 0; }));
        }
    // callables of the host run there, as before
    auto const above_two = [](int x) { return x > 2; };
    CHECK(*gpu::find_if(gpu::automatic.on(gpu::device::host()), views::iota(0, 9), above_two) == 3);
    CHECK_THROWS_AS(
        gpu::find_if(gpu::automatic.on(gpu::device::simulated()), views::iota(0, 9), above_two),
        gpu::unsupported_operator);
}
