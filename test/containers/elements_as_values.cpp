// SPDX-License-Identifier: Apache-2.0
/// Elements of a device_vector as values of algorithms: `v[0]` stands for an element, and its value
/// is what counts.
#include <gpualgo/count.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_reduce.hpp>
#include <gpualgo/transform_scan.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <type_traits>
#include <vector>

namespace {

using gpu::placeholders::_1;
using numbers = std::vector<int>;

/// Calls check(v) with 3, 1, 2, 3 on the host and on the simulated device.
template <class Check>
void on_devices(Check check) {
    for (auto const& device : {gpu::device::host(), gpu::device::simulated()}) {
        gpu::device_vector<int> v({3, 1, 2, 3}, device);
        check(v);
    }
}

} // namespace

TEST_CASE("elements of a device_vector are values of searches and replacements") {
    on_devices([](gpu::device_vector<int>& v) {
        numbers const host{3, 1, 3};
        CHECK(gpu::count(v, v[0]) == 2);
        CHECK(gpu::count(gpu::automatic, v.begin(), v.end(), v[0]) == 2);
        CHECK(gpu::count(host, v[0]) == 2);
        CHECK(gpu::find(v, v[2]) == v.begin() + 2);
        CHECK(gpu::find(gpu::automatic, v.begin(), v.end(), v[2]) == v.begin() + 2);
        gpu::replace(v, v[0], v[1]);
        CHECK(v.to_host() == numbers{1, 1, 2, 1});
        numbers counts(2);
        gpu::histogram(v, counts, 2, v[0], 3);
        CHECK(counts == numbers{3, 1});
        gpu::fill(v, v[2]);
        gpu::iota(v, v[0], v[1]);
        CHECK(v.to_host() == numbers{2, 4, 6, 8});
    });
}

TEST_CASE("elements of a device_vector are values of predicates and expressions") {
    on_devices([](gpu::device_vector<int> const& v) {
        auto w = v; // elements of const vectors are numbers
        STATIC_REQUIRE(std::is_same_v<decltype(gpu::less_than(w[0])), gpu::less_than<int>>);
        CHECK(gpu::count_if(v, gpu::equals(w[0])) == 2);
        CHECK(gpu::count_if(v, gpu::differs_from(w[0])) == 2);
        CHECK(gpu::count_if(v, gpu::less_than(w[0])) == 2);
        CHECK(gpu::count_if(v, gpu::at_most(w[1])) == 1);
        CHECK(gpu::count_if(v, gpu::greater_than(w[1])) == 3);
        CHECK(gpu::count_if(v, gpu::at_least(w[0])) == 2);
        CHECK(gpu::count_if(v, gpu::between(w[1], w[2])) == 2);
        CHECK(gpu::count_if(v, gpu::between(w[1], 2)) == 2);
        CHECK(gpu::count_if(v, gpu::between(1, w[2])) == 2);
        CHECK(gpu::count_if(v, _1 == w[0]) == 2);
        gpu::device_vector<int> out(4, v.device());
        gpu::transform(v, out, w[0] - _1 * w[2]);
        CHECK(out.to_host() == numbers{-3, 1, -1, -3});
        CHECK(gpu::reduce(gpu::views::constant(w[2], 3)) == 6);
    });
}

TEST_CASE("elements of a device_vector are initial values") {
    on_devices([](gpu::device_vector<int>& v) {
        numbers const host{3, 1, 3};
        STATIC_REQUIRE(std::is_same_v<decltype(gpu::reduce(v, v[0])), int>);
        CHECK(gpu::reduce(v, v[0]) == 12);
        CHECK(gpu::reduce(v.begin(), v.end(), v[0]) == 12);
        CHECK(gpu::reduce(v.begin(), v.end(), v.front(), gpu::minimum<>()) == 1);
        CHECK(gpu::reduce(gpu::automatic, v, v[0]) == 12);
        CHECK(gpu::reduce(gpu::automatic, v.begin(), v.end(), v[0]) == 12);
        CHECK(gpu::reduce(host, v[0]) == 10);
        CHECK(gpu::reduce(gpu::views::transformed(v, _1 * 2), v[0]) == 21);
        CHECK(gpu::transform_reduce(v, v[0], std::plus<>(), gpu::square<>()) == 26);
        CHECK(gpu::transform_reduce(v, v, v[0]) == 26);
        CHECK(gpu::transform_reduce(gpu::automatic, v.begin(), v.end(), v.begin(), v[0]) == 26);

        gpu::device_vector<int> out(4, v.device());
        gpu::exclusive_scan(v, out, v[0]);
        CHECK(out.to_host() == numbers{3, 6, 7, 9});
        gpu::inclusive_scan(gpu::automatic, v, out, std::plus<>(), v[0]);
        CHECK(out.to_host() == numbers{6, 7, 9, 12});
        gpu::transform_exclusive_scan(v, out, v[0], std::plus<>(), gpu::negate<>());
        CHECK(out.to_host() == numbers{3, 0, -1, -3});
    });
}
