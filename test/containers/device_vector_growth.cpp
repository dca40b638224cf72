// SPDX-License-Identifier: Apache-2.0
/// Vectors that grow, shrink and are assigned to, on every device.
#include "any_device.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <limits>
#include <list>
#include <new>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <vector>

using test::any_device;

namespace {

using int_vector = gpu::device_vector<int>;
using host_vector = std::vector<int>;

/// 0, 1, 2 ...
host_vector counted(int n) {
    host_vector v(static_cast<std::size_t>(n));
    std::iota(v.begin(), v.end(), 0);
    return v;
}

} // namespace

TEST_CASE("resize keeps what there is, and adds what it is told to") {
    int_vector v(counted(3), any_device());
    v.resize(5);
    CHECK(v.to_host() == host_vector{0, 1, 2, 0, 0});
    CHECK(v.capacity() == 5);
    v.resize(7, 9);
    CHECK(v.to_host() == host_vector{0, 1, 2, 0, 0, 9, 9});
    int const* const memory = v.data();
    v.resize(2);
    CHECK(v.to_host() == host_vector{0, 1});
    CHECK(v.capacity() == 7);
    v.resize(4, 8); // where the former elements were
    CHECK(v.to_host() == host_vector{0, 1, 8, 8});
    CHECK(v.data() == memory);
    v.resize(100, gpu::uninitialized);
    CHECK(v.size() == 100);
    v.resize(4);
    CHECK(v.to_host() == host_vector{0, 1, 8, 8});
    v.resize(0);
    CHECK(v.empty());
}

TEST_CASE("what is added may be an element of the vector itself") {
    for (auto const where : {gpu::device::host(), gpu::device::simulated()}) {
        int_vector v(host_vector(10, 7), where);
        v.resize(1000, *v.data()); // the program can read memory of these devices
        CHECK(v.to_host() == host_vector(1000, 7));
        v.assign(2000, *v.data());
        CHECK(v.to_host() == host_vector(2000, 7));
    }
}

TEST_CASE("reserve, clear and shrink_to_fit") {
    int_vector v(counted(3), any_device());
    v.reserve(1000);
    CHECK(v.capacity() == 1000);
    CHECK(v.to_host() == counted(3));
    int const* const memory = v.data();
    v.reserve(10);
    v.resize(1000, 1);
    CHECK(v.data() == memory);
    v.resize(3);
    CHECK(v.to_host() == counted(3));
    v.shrink_to_fit();
    CHECK(v.capacity() == 3);
    CHECK(v.to_host() == counted(3));
    v.clear();
    CHECK(v.empty());
    CHECK(v.capacity() == 3);
    v.shrink_to_fit();
    CHECK(v.capacity() == 0);
    CHECK(v.data() == nullptr);
    v.resize(2, 6);
    CHECK(v.to_host() == host_vector{6, 6});
}

TEST_CASE("assign, within the capacity and beyond") {
    auto const where = any_device();
    int_vector v(counted(4), where);
    std::list<short> const shorts{7, 8};
    v.assign(2, 5);
    CHECK(v.to_host() == host_vector{5, 5});
    v.assign(6, 4);
    CHECK(v.to_host() == host_vector(6, 4));
    v.assign(counted(3));
    CHECK(v.to_host() == counted(3));
    v.assign(counted(9));
    CHECK(v.to_host() == counted(9));
    v.assign(shorts.begin(), shorts.end());
    CHECK(v.to_host() == host_vector{7, 8});
    v.assign({1, 2, 3});
    CHECK(v.to_host() == host_vector{1, 2, 3});
    std::istringstream text("4 5");
    v.assign(std::istream_iterator<int>(text), std::istream_iterator<int>());
    CHECK(v.to_host() == host_vector{4, 5});
    for (auto const other : gpu::devices()) {
        int_vector const source(counted(20), other);
        v.assign(source.begin() + 1, source.begin() + 5);
        CHECK(v.to_host() == host_vector{1, 2, 3, 4});
        CHECK(v.device() == where);
    }
    v.assign(0, 1);
    CHECK(v.empty());
}

TEST_CASE("what fails has changed nothing") {
    int_vector v(counted(3), any_device());
    std::size_t const most = int_vector::max_size();
    std::size_t const absurd = std::numeric_limits<std::size_t>::max() / sizeof(int);
    for (std::size_t const n :
         {most + 1, absurd, absurd + 1, std::numeric_limits<std::size_t>::max()}) {
        CHECK_THROWS_AS(v.resize(n), std::length_error);
        CHECK_THROWS_AS(v.resize(n, 1), std::length_error);
        CHECK_THROWS_AS(v.resize(n, gpu::uninitialized), std::length_error);
        CHECK_THROWS_AS(v.reserve(n), std::length_error);
        CHECK_THROWS_AS(v.assign(n, 1), std::length_error);
    }
    std::size_t const much = std::size_t{1} << 50;
    CHECK_THROWS_AS(v.resize(much), gpu::out_of_memory);
    CHECK_THROWS_AS(v.reserve(much), gpu::out_of_memory);
    CHECK_THROWS_AS(v.assign(much, 1), gpu::out_of_memory);
    CHECK(v.to_host() == counted(3));
    CHECK(v.capacity() == 3);
    v.reserve(8);
    CHECK_THROWS_AS(v.assign(v.begin() + 1, v.end()), std::invalid_argument); // of this int_vector
    CHECK(v.to_host() == counted(3));
}

TEST_CASE("iterators that throw leave the vector as it was") {
    int_vector v(counted(3), any_device());
    v.reserve(10);
    struct refusing {
        operator int() const { throw std::runtime_error("no number"); }
    };
    std::list<refusing> const refused(2);
    CHECK_THROWS_AS(v.assign(refused), std::runtime_error);
    CHECK(v.to_host() == counted(3));
}
