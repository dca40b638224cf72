// SPDX-License-Identifier: Apache-2.0
/// soa_vector and its iterators, on every device.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/limiting_resource.hpp>
#include <gpualgo/soa_vector.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using points = gpu::soa_vector<float, int>;
using point = std::tuple<float, int>;
using iterator = points::iterator;
using const_iterator = points::const_iterator;

static_assert(std::random_access_iterator<iterator> && std::random_access_iterator<const_iterator>);
static_assert(std::convertible_to<iterator, const_iterator> &&
              !std::convertible_to<const_iterator, iterator>);
static_assert(std::same_as<std::iter_value_t<iterator>, point> &&
              std::same_as<std::iter_reference_t<const_iterator>, point>);
static_assert(std::is_nothrow_move_constructible_v<points> &&
              std::is_nothrow_move_assignable_v<points> && std::is_nothrow_swappable_v<points>);
// the number of elements of one field cannot be changed
static_assert(
    !std::is_assignable_v<decltype(std::declval<points&>().field<0>()), std::vector<float>>);

/// A device, as tests take it.
gpu::device any_device() { return GENERATE(from_range(gpu::devices())); }

std::vector<point> some_points(int n) {
    std::vector<point> made;
    for (int i = 0; i < n; ++i) made.emplace_back(static_cast<float>(i) / 2, -i);
    return made;
}

/// The bytes of 10 points are more than are left after some.
struct limited_memory {
    gpu::device_resource device{gpu::device::host()};
    gpu::limiting_resource resource{device, 1 << 12};
};

} // namespace

TEST_CASE("soa_vector: elements in and out") {
    gpu::device const device = any_device();
    CAPTURE(gpu::to_string(device));
    auto const given = some_points(1000);
    points const v(given, device);
    REQUIRE(v.device() == device);
    REQUIRE(v.size() == 1000);
    REQUIRE(v.to_host() == given);
    REQUIRE(v.field<0>().to_host()[3] == 1.5F);
    REQUIRE(v.field<1>().to_host()[3] == -3);
    REQUIRE(v.field<1>().device() == device);
    REQUIRE(v[999] == point(499.5F, -999));
    REQUIRE(v.front() == point(0.F, 0));
    REQUIRE(v.back() == given.back());
    REQUIRE_THROWS_AS(v.at(1000), std::out_of_range);

    points copy(v);
    REQUIRE(copy == v);
    copy[1] = point(7.F, 8);
    REQUIRE(!(copy == v));
    REQUIRE(v[1] == given[1]);
    points const taken(std::move(copy));
    REQUIRE(copy.empty()); // NOLINT(bugprone-use-after-move): promised
    REQUIRE(taken[1] == point(7.F, 8));
}

TEST_CASE("soa_vector: growth") {
    gpu::device const device = any_device();
    points v(device);
    REQUIRE(v.empty());
    v.reserve(4);
    REQUIRE(v.capacity() >= 4);
    for (auto const& p : some_points(100)) v.push_back(p);
    REQUIRE(v.to_host() == some_points(100));
    v.push_back({1.F, 2}); // a list becomes a tuple
    v.pop_back();
    v.resize(102, {9.F, 9});
    v.resize(103);
    REQUIRE(v.field<0>().size() == 103);
    REQUIRE(v[101] == point(9.F, 9));
    REQUIRE(v[102] == point(0.F, 0));
    v.resize(2);
    REQUIRE(v.to_host() == some_points(2));
    v.assign(some_points(7));
    REQUIRE(v.size() == 7);
    REQUIRE(v.device() == device);
    v.clear();
    REQUIRE(v.empty());
    REQUIRE(v.field<1>().empty());
    REQUIRE_THROWS_AS(v.pop_back(), std::out_of_range);
    REQUIRE(points(3, device).to_host() == std::vector<point>(3));
    REQUIRE(points({{1.F, 2}, {3.F, 4}}, device).back() == point(3.F, 4));
}

TEST_CASE("soa_vector: iteration on the host") {
    points v(some_points(10), any_device());
    for (auto [x, y] : v) {
        x += 1.F;
        y = y * 2;
    }
    REQUIRE(v[4] == point(3.F, -8));
    *v.begin() = point(5.F, 5);
    v.begin()[1] = v.begin()[2]; // copies an element
    auto const& constant = v;
    REQUIRE(*constant.begin() == point(5.F, 5));
    REQUIRE(constant[1] == constant[2]);
    const_iterator const at = v.begin() + 3;
    REQUIRE((at - v.begin() == 3 && at > v.cbegin() && at + 7 == v.cend()));
    REQUIRE(std::distance(v.begin(), v.end()) == 10);
    REQUIRE(std::find(v.cbegin(), v.cend(), point(3.F, -8)) == v.cbegin() + 4);
    REQUIRE(std::ranges::count_if(v, [](auto const& p) { return std::get<1>(p) < -9; }) == 5);
    int sum = 0;
    std::for_each(v.cbegin(), v.cend(), [&](point const& p) { sum += std::get<1>(p); });
    REQUIRE(sum == gpu::reduce(v.field<1>()));
}

TEST_CASE("soa_vector: algorithms over a field or two") {
    gpu::device const device = any_device();
    auto const given = some_points(10000);
    points const v(given, device);
    gpu::report ran;
    REQUIRE(gpu::reduce(gpu::automatic.report_to(ran), v.field<1>(), 0L) == -49995000L);
    REQUIRE(ran.device == device);
    REQUIRE(gpu::reduce(gpu::interleaved, v.field<0>(), 0.F, gpu::maximum<>()) == 4999.5F);
    auto const& x = v.field<0>();
    REQUIRE(
        gpu::transform_reduce(x.begin(), x.end(), x.begin(), 0.0) ==
        std::transform_reduce(given.begin(), given.end(), 0.0, std::plus<>(), [](point const& p) {
            return std::get<0>(p) * double{std::get<0>(p)};
        }));
    gpu::soa_vector<double, double> const pairs(
        std::vector<std::tuple<double, double>>(100, {2., 3.}), device);
    auto const& left = pairs.field<0>();
    REQUIRE(gpu::transform_reduce(gpu::automatic.report_to(ran), left.begin(), left.end(),
                                  pairs.field<1>().begin(), 1.0) == 601);
    REQUIRE(ran.device == device);
    REQUIRE(gpu::min_element(v.field<1>()) - v.field<1>().begin() == 9999);
    points written(v);
    gpu::copy(x.begin(), x.begin() + 3, written.field<0>().begin() + 1);
    REQUIRE(written[3] == point(1.F, -3));
}

TEST_CASE("soa_vector: a field that finds no memory leaves all as it was") {
    limited_memory memory;
    gpu::soa_vector<char, std::byte, double> v(gpu::memory_source(memory.resource));
    v.resize(200, {'a', std::byte{1}, 2.5});
    auto const before = v.to_host();
    REQUIRE_THROWS_AS(v.resize(600, {'b', std::byte{2}, 3.5}), gpu::out_of_memory);
    REQUIRE(v.field<0>().size() == 200);
    REQUIRE(v.field<1>().size() == 200);
    REQUIRE(v.to_host() == before);
    REQUIRE_THROWS_AS(v.assign(std::vector(600, before[0])), gpu::out_of_memory);
    REQUIRE(v.to_host() == before);
    int pushed = 0;
    try {
        for (; pushed < 4096; ++pushed) v.push_back(before[0]);
    } catch (gpu::out_of_memory const&) {}
    REQUIRE(pushed < 4096);
    REQUIRE(v.size() == 200 + static_cast<std::size_t>(pushed));
    REQUIRE(v.field<0>().size() == v.field<2>().size());
    v.resize(1);
    REQUIRE(v[0] == before[0]);
}

TEST_CASE("soa_vector: truth values and one field") {
    gpu::soa_vector<bool> v({{true}, {false}, {true}}, gpu::device::host());
    REQUIRE(v.to_host() == std::vector<std::tuple<bool>>{{true}, {false}, {true}});
    v.push_back({false});
    REQUIRE(v.field<0>()[3] == false);
    REQUIRE(std::get<0>(v[0]) == true);
}
