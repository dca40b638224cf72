// SPDX-License-Identifier: Apache-2.0
/// Vectors of devices from containers of the host, back again, and compared with them.
#include "any_device.hpp"

#include "support/counting_resource.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

using test::any_device;

namespace {

template <class T>
using vector = gpu::device_vector<T>;
using host_vector = std::vector<int>;

static_assert(std::convertible_to<host_vector, vector<int>> &&
              std::convertible_to<std::list<short>, vector<int>> &&
              std::convertible_to<vector<int>, host_vector> &&
              std::convertible_to<vector<int> const&, gpu::pinned_vector<int>>);
// neither a size, nor elements of another kind
static_assert(!std::convertible_to<std::size_t, vector<int>> &&
              !std::convertible_to<std::vector<std::string>, vector<int>> &&
              !std::convertible_to<vector<int>, std::vector<std::string>> &&
              !std::convertible_to<vector<int>, int>);
static_assert(std::equality_comparable<vector<int>>);

template <class A, class B>
concept comparable = requires(A const& a, B const& b) {
    a == b;
    b != a;
};
static_assert(comparable<vector<int>, host_vector> && comparable<host_vector, vector<int>>);
static_assert(comparable<vector<int>, std::list<int>> && !comparable<vector<int>, vector<float>> &&
              !comparable<vector<int>, std::vector<unsigned>> && !comparable<vector<int>, int>);

struct opaque {
    int value;
};
static_assert(!comparable<vector<opaque>, vector<opaque>>); // it has no ==

/// The number of elements of a vector that a function takes by value.
std::size_t size_of(vector<float> const& v) { return v.size(); }

} // namespace

TEST_CASE("from a vector of the host and back, as in programs for Thrust") {
    host_vector h{3, 1, 4};
    vector<int> d = h;
    CHECK(d.device() == gpu::device::preferred());
    CHECK(d.to_host() == h);
    d[0] = 7;
    h = d;
    CHECK(h == host_vector{7, 1, 4});
    host_vector const copy = d;
    CHECK(copy == h);
    host_vector direct(d);
    CHECK(direct == h);
    gpu::device_vector deduced = h;
    static_assert(std::same_as<decltype(deduced), vector<int>>);
    CHECK(deduced == d);
    gpu::pinned_vector<int> pinned = d;
    CHECK(host_vector(pinned.begin(), pinned.end()) == h);
    vector<int> const again = pinned;
    CHECK(again == d);
    CHECK(size_of(std::vector<float>(5)) == 5);
    CHECK(host_vector(vector<int>()).empty());
}

TEST_CASE("elements are assigned on the device that the vector is on") {
    auto const where = any_device();
    test::counting_resource memory(where);
    vector<int> d(memory);
    auto const holds = [&](host_vector const& expected) {
        return d == expected && d.source() == gpu::memory_source(memory);
    };
    d = host_vector{1, 2, 3};
    CHECK(holds({1, 2, 3}));
    int const* const address = d.data();
    d = {4, 5};
    CHECK(holds({4, 5}));
    d = std::list<short>{6, 7, 8};
    CHECK(holds({6, 7, 8}));
    d = std::array<int, 1>{9};
    CHECK(holds({9}));
    int const array[] = {1, 2};
    d = array;
    CHECK(holds({1, 2}));
    d = std::span(array).first(1);
    CHECK(holds({1}));
    CHECK(d.data() == address); // all of them fit
    d = std::deque<int>{1, 2, 3, 4};
    CHECK(holds({1, 2, 3, 4}));
    d = {};
    CHECK(holds({}));
    // a vector of a device brings its device along
    d = vector<int>({1, 2}, gpu::device::simulated());
    CHECK(d.device() == gpu::device::simulated());
}

TEST_CASE("elements of another type are converted, those of devices in one copy") {
    auto const where = any_device();
    vector<int> const ints({1, 2, 3}, where);
    vector<double> d = ints;
    CHECK(d == std::vector<double>{1, 2, 3});
    d = vector<float>({1.5F}, where);
    CHECK(d == std::vector<double>{1.5});
    d.insert(d.end(), ints.begin(), ints.end());
    CHECK(d == std::vector<double>{1.5, 1, 2, 3});
    vector<bool> bits = std::vector<bool>{true, false, true};
    std::vector<bool> const back = bits;
    CHECK(back == std::vector<bool>{true, false, true});
    CHECK(bits == back);
}

TEST_CASE("assignment that fails for want of memory has changed nothing") {
    test::counting_resource memory(any_device());
    vector<int> d({1, 2}, memory);
    memory.fail(1);
    CHECK_THROWS_AS(d = host_vector(100), std::bad_alloc);
    memory.fail(1);
    CHECK_THROWS_AS((d = {1, 2, 3}), std::bad_alloc);
    memory.fail(0);
    CHECK(d == host_vector{1, 2});
    CHECK(memory.blocks() == 1);
}

TEST_CASE("equality by elements, across devices and containers") {
    host_vector const numbers{1, 2, 3};
    for (auto const a : gpu::devices())
        for (auto const b : gpu::devices()) {
            CAPTURE(to_string(a), to_string(b));
            vector<int> const v(numbers, a);
            vector<int> w(numbers, b);
            CHECK(v == v);
            CHECK(v == w);
            CHECK_FALSE(v != w);
            w[2] = 4;
            CHECK(v != w);
            w[2] = 3;
            w.push_back(4);
            CHECK(v != w);
            w.resize(2);
            CHECK(v != w);
            CHECK(v != vector<int>(b));
            CHECK(vector<int>(a) == vector<int>(b));
        }
    vector<int> const v(numbers, any_device());
    CHECK(v == numbers);
    CHECK(numbers == v);
    CHECK(v == std::list<int>{1, 2, 3});
    CHECK(v != std::list<int>{1, 2});
    CHECK(v != host_vector{1, 2, 3, 4});
    CHECK(std::span(numbers) == v);
    float const nan = std::numeric_limits<float>::quiet_NaN();
    vector<float> const floats({nan, 0.F}, v.device());
    CHECK(floats != floats); // as a std::vector
    CHECK(vector<float>({-0.F}, v.device()) == std::vector<float>{0.F});
}
