// SPDX-License-Identifier: Apache-2.0
/// Single elements of vectors: access, insertion and removal, on every device.
#include "any_device.hpp"

#include "support/counting_resource.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <new>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

using test::any_device;

namespace {

using int_vector = gpu::device_vector<int>;
using host_vector = std::vector<int>;

static_assert(std::same_as<int_vector::pointer, gpu::device_ptr<int>> &&
              std::same_as<int_vector::const_pointer, gpu::device_ptr<int const>>);
static_assert(std::same_as<decltype(&std::declval<int_vector&>()[0]), int_vector::pointer>);
static_assert(
    std::random_access_iterator<int_vector::reverse_iterator> &&
    std::convertible_to<int_vector::reverse_iterator, int_vector::const_reverse_iterator>);

/// Without a default constructor.
struct pixel {
    pixel(int px, int py) : x(px), y(py) {}
    friend bool operator==(pixel, pixel) = default;
    int x, y;
};

} // namespace

TEST_CASE("the first and the last element") {
    int_vector v({1, 2, 3}, any_device());
    int_vector const& constant = v;
    CHECK(v.front() == 1);
    CHECK(v.back() == 3);
    CHECK(constant.front() == 1);
    CHECK(constant.back() == 3);
    v.front() = 7;
    v.back() = v.front();
    CHECK(v == host_vector{7, 2, 7});
    static_assert(std::same_as<decltype(constant.front()), int>); // a copy
}

TEST_CASE("references write elements, and are not copies of them") {
    auto const where = any_device();
    int_vector v({1, 2, 3}, where);
    int_vector w({10, 20}, gpu::device::host());
    auto const& constant = v;

    auto x = v[0]; // stands for the element
    x = 5;
    CHECK(v[0] == 5);
    auto y = constant[0]; // a copy
    y += 1;
    CHECK(v[0] == 5);
    int z = v[0]; // a copy
    z += 1;
    CHECK(v[0] == 5);

    v[0] = w[1]; // elements, also between devices
    x = w[0];
    CHECK(v == host_vector{10, 2, 3});
    CHECK(w == host_vector{10, 20});
    v[1] = v[2] = 4;
    CHECK(v == host_vector{10, 4, 4});
    swap(v[0], v[2]);
    CHECK(v == host_vector{4, 4, 10});
    for (auto&& element : v) element = 1;
    CHECK(v == host_vector{1, 1, 1});
}

TEST_CASE("compound assignment") {
    int_vector v({12, 12, 12}, any_device());
    v[0] += 2;
    v[1] -= v[0];
    v[2] *= 3;
    CHECK(v == host_vector{14, -2, 36});
    v[0] /= 4;
    v[2] %= 7;
    v[1] &= 6;
    CHECK(v == host_vector{3, 6, 1});
    v[0] |= 8;
    v[1] ^= 1;
    v[2] <<= 4;
    CHECK(v == host_vector{11, 7, 16});
    v[2] >>= 2;
    CHECK(++v[0] == 12);
    CHECK(v[0]++ == 12);
    CHECK(--v[1] == 6);
    CHECK(v[1]-- == 6);
    CHECK(v == host_vector{13, 5, 4});
    gpu::device_vector<std::uint8_t> bytes(1, std::uint8_t{200}, v.device());
    bytes[0] += 100; // wraps, as on the host
    CHECK(bytes[0] == 44);
}

TEST_CASE("pointers to elements") {
    int_vector v({1, 2, 3}, any_device());
    int_vector::pointer const second = &v[1];
    CHECK(*second == 2);
    *second = 9;
    CHECK(v[1] == 9);
    CHECK(second - v.begin() == 1);
    CHECK(second.device() == v.device());
    CHECK(gpu::raw_pointer_cast(second) == v.data() + 1);
    CHECK(gpu::raw_pointer_cast(&v[0]) == v.data());
    CHECK(gpu::raw_pointer_cast(v.data()) == v.data());
    static_assert(std::same_as<decltype(gpu::raw_pointer_cast(v.cbegin())), int const*>);

    int number = 4;
    gpu::device_ptr<int> const p = gpu::device_pointer_cast(&number);
    CHECK(p.device() == gpu::device::host());
    *p = 5;
    CHECK(number == 5);
}

TEST_CASE("elements in reverse") {
    int_vector v({1, 2, 3}, any_device());
    int_vector const& constant = v;
    CHECK(host_vector(v.rbegin(), v.rend()) == host_vector{3, 2, 1});
    CHECK(host_vector(constant.rbegin(), constant.rend()) == host_vector{3, 2, 1});
    CHECK(std::equal(v.crbegin(), v.crend(), constant.rbegin()));
    *v.rbegin() = 7;
    CHECK(v.back() == 7);
    CHECK(int_vector(v.rbegin(), v.rend(), v.device()) == host_vector{7, 2, 1});
}

TEST_CASE("push_back doubles the capacity, pop_back keeps it") {
    auto const where = any_device();
    test::counting_resource memory(where);
    int_vector v(memory);
    host_vector expected;
    for (int i = 0; i < 100; ++i) {
        v.push_back(i);
        expected.push_back(i);
    }
    CHECK(v == expected);
    CHECK(v.capacity() == 128);
    CHECK(memory.calls() == 8); // 1, 2, 4 ... 128
    CHECK(v.device() == where);
    int const* const address = v.data();
    v.push_back(v.front());
    v.pop_back();
    v.pop_back();
    expected.pop_back();
    CHECK(v == expected);
    CHECK(v.data() == address);
    v.clear();
    CHECK_THROWS_AS(v.pop_back(), std::out_of_range);
    CHECK(v.empty());

    gpu::device_vector<pixel> points(where);
    CHECK(pixel(points.emplace_back(1, 2)) == pixel(1, 2));
    points.emplace_back(3, 4);
    CHECK(points == std::vector<pixel>{{1, 2}, {3, 4}});
}

TEST_CASE("insert, wherever it is, within the capacity and beyond") {
    auto const where = any_device();
    for (std::size_t const spare : {0u, 3u, 100u})
        for (int position = 0; position <= 4; ++position) {
            CAPTURE(spare, position);
            host_vector expected{1, 2, 3, 4};
            int_vector v(expected, where);
            v.reserve(4 + spare);
            auto const there = [&] { return v.cbegin() + position; };
            auto const here = [&] { return expected.cbegin() + position; };

            auto const inserted = v.insert(there(), 9);
            CHECK(inserted - v.begin() == position);
            CHECK(*inserted == 9);
            expected.insert(here(), 9);
            CHECK(v == expected);
            v.insert(there(), 2, 8);
            expected.insert(here(), 2, 8);
            CHECK(v == expected);
            v.insert(there(), {5, 6, 7});
            expected.insert(here(), {5, 6, 7});
            CHECK(v == expected);
            std::list<short> const shorts{-1, -2};
            CHECK(*v.insert(there(), shorts.begin(), shorts.end()) == -1);
            expected.insert(here(), shorts.begin(), shorts.end());
            CHECK(v == expected);
            v.insert(there(), v.begin(), v.end()); // its own
            auto const copy = expected;
            expected.insert(here(), copy.begin(), copy.end());
            CHECK(v == expected);
            CHECK(v.insert(there(), 0, 1) - v.begin() == position);
            CHECK(v.insert(there(), shorts.end(), shorts.end()) - v.begin() == position);
            CHECK(v == expected);
            CHECK(v.device() == where);
        }
    for (auto const other : gpu::devices()) {
        int_vector v({1, 2}, where);
        int_vector const w({7, 8, 9}, other);
        v.insert(v.begin() + 1, w.begin(), w.end() - 1);
        CHECK(v == host_vector{1, 7, 8, 2});
    }
}

TEST_CASE("what is inserted may be an element of the vector itself") {
    for (auto const where : {gpu::device::host(), gpu::device::simulated()})
        for (std::size_t const spare : {0u, 8u}) {
            int_vector v({7, 8, 9}, where);
            v.reserve(3 + spare);
            v.insert(v.begin(), 2, v.data()[2]); // the program can read memory of these devices
            CHECK(v == host_vector{9, 9, 7, 8, 9});
            v.push_back(v.data()[2]);
            CHECK(v.back() == 7);
        }
}

TEST_CASE("erase, and the capacity stays") {
    auto const where = any_device();
    host_vector const six{0, 1, 2, 3, 4, 5};
    for (int first = 0; first <= 6; ++first)
        for (int last = first; last <= 6; ++last) {
            int_vector v(six, where);
            host_vector expected = six;
            auto const next = v.erase(v.cbegin() + first, v.cbegin() + last);
            expected.erase(expected.begin() + first, expected.begin() + last);
            CHECK(v == expected);
            CHECK(next - v.begin() == first);
            CHECK(v.capacity() == 6);
        }
    int_vector v(six, where);
    CHECK(*v.erase(v.begin() + 2) == 3);
    v.erase(v.end() - 1);
    CHECK(v == host_vector{0, 1, 3, 4});
}

TEST_CASE("positions of no element of the vector are refused") {
    auto const where = any_device();
    int_vector v({1, 2, 3}, where);
    int_vector w({1, 2, 3}, where);
    CHECK_THROWS_AS(v.insert(w.begin(), 1), std::out_of_range);
    CHECK_THROWS_AS(v.insert(v.end() + 1, 1), std::out_of_range);
    CHECK_THROWS_AS(v.insert(v.begin() - 1, {1, 2}), std::out_of_range);
    CHECK_THROWS_AS(v.erase(v.end()), std::out_of_range);
    CHECK_THROWS_AS(v.erase(w.begin(), v.end()), std::out_of_range);
    CHECK_THROWS_AS(v.erase(v.begin() + 2, v.begin() + 1), std::out_of_range);
    CHECK_THROWS_WITH(v.insert(v.end() + 1, 1), Catch::Contains("not a position among its 3"));
    CHECK(v == w);
}

TEST_CASE("insertion and removal that fail have changed nothing") {
    test::counting_resource memory(any_device());
    int_vector v({1, 2, 3, 4}, memory);
    int const* const address = v.data();
    auto const is_untouched = [&] {
        return v == host_vector{1, 2, 3, 4} && v.capacity() == 4 && v.data() == address &&
               memory.blocks() == 1;
    };
    auto const fails = [&](auto change) {
        memory.fail(1);
        CHECK_THROWS_AS(change(), std::bad_alloc);
        memory.fail(0);
        CHECK(is_untouched());
    };
    fails([&] { v.push_back(5); });
    fails([&] { v.emplace_back(5); });
    fails([&] { v.insert(v.begin() + 1, 5); });
    fails([&] { v.insert(v.end(), {5, 6}); });
    fails([&] { v.erase(v.begin()); });
    std::size_t const most = std::numeric_limits<std::size_t>::max();
    for (std::size_t const n :
         {int_vector::max_size(), int_vector::max_size() - 3, most / 4, most - 1, most})
        CHECK_THROWS_AS(v.insert(v.begin() + 1, n, 5), std::length_error);
    CHECK(is_untouched());

    v.reserve(100);
    memory.fail(1); // no more memory is needed at the end
    v.push_back(5);
    v.insert(v.end(), 10, 6);
    v.erase(v.end() - 10, v.end());
    memory.fail(0);
    CHECK(v == host_vector{1, 2, 3, 4, 5});
}

TEST_CASE("elements are printed as those of a std::vector") {
    auto const where = any_device();
    gpu::device_vector<gpu::half> const halves({gpu::half(0.5F)}, where);
    gpu::device_vector<gpu::half> written(halves);
    gpu::device_vector<std::complex<float>> turns({{1, -2}}, where);
    int_vector numbers({7}, where);
    std::ostringstream out;
    out << halves[0] << ' ' << written[0] << ' ' << turns[0] << ' ' << numbers[0];
    CHECK(out.str() == "0.5 0.5 (1,-2) 7");
}
