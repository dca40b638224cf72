// SPDX-License-Identifier: Apache-2.0
/// With GPUALGO_DEBUG, iterators outside their vector are caught. This file is linked with one
/// compiled without it.
#define GPUALGO_DEBUG
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <stdexcept>

int first_element_without_bounds(gpu::device where);

TEST_CASE("dereferencing before the first and after the last element is caught") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::device_vector<int> v({1, 2, 3}, where);
    gpu::device_vector<int> const& constant = v;
    v.reserve(10);
    CHECK_THROWS_AS(*v.end(), std::out_of_range);
    CHECK_THROWS_AS(*constant.end(), std::out_of_range);
    CHECK_THROWS_AS(*(v.begin() - 1), std::out_of_range);
    CHECK_THROWS_AS(v.begin()[3], std::out_of_range);
    CHECK_THROWS_AS(v[3], std::out_of_range); // within the capacity
    CHECK_THROWS_AS(constant[3] + 0, std::out_of_range);
    CHECK_THROWS_WITH(*v.cend(), Catch::Contains("after the last element"));
    CHECK_THROWS_AS(*gpu::device_vector<int>(where).begin(), std::out_of_range);
    CHECK(v[2] == 3);
    CHECK(*(v.end() - 1) == 3);
    CHECK(*(v.begin() + 5 - 5) == 1);
    gpu::device_vector<int>::const_iterator const read_only = v.end();
    CHECK_THROWS_AS(*read_only, std::out_of_range);
    CHECK(*gpu::device_iterator<int>(where, v.data()) == 1); // an address: no bounds known
    CHECK(gpu::reduce(v) == 6);
}

TEST_CASE("iterators of two vectors are caught as the ends of a range") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::device_vector<int> v({1, 2, 3}, where);
    gpu::device_vector<int> const w({4, 5, 6}, where);
    CHECK_THROWS_AS(gpu::reduce(v.cbegin(), w.end()), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::reduce(w.begin(), v.cend()), Catch::Contains("different vectors"));
    v.reserve(5);
    auto const first = v.begin(); // remains valid
    v.resize(4);
    CHECK(gpu::reduce(first, v.end()) == 6);
    gpu::device_iterator<int> const plain(where, v.data()); // its bounds are unknown
    CHECK(gpu::reduce(plain, v.end()) == 6);
}

TEST_CASE("files without GPUALGO_DEBUG have other iterators") {
    CHECK(first_element_without_bounds(gpu::device::simulated()) == 7);
    static_assert(sizeof(gpu::device_vector<int>::iterator) > 16);
}
