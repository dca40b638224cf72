// SPDX-License-Identifier: Apache-2.0
/// Vectors of a GPU: single elements, insertion and removal, and vectors of the host.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cuda_runtime_api.h>

#include <vector>

using test::the_gpu;

TEST_CASE("a vector of the host goes to the GPU and back") {
    auto const device = the_gpu();
    if (!device) return;
    std::vector<int> h{3, 1, 4};
    gpu::device_vector<int> d(*device);
    d = h;
    CHECK(d.device() == *device);
    CHECK(d == h);
    CHECK(d != std::vector<int>{3, 1});
    d = {2, 7};
    h = d;
    CHECK(h == std::vector<int>{2, 7});
    gpu::device_vector<double> const converted = d;
    CHECK(converted == std::vector<double>{2, 7});
    gpu::pinned_vector<int> const pinned = d;
    CHECK(pinned[1] == 7);
}

TEST_CASE("elements of a vector of the GPU come and go") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::device_vector<int> v(*device);
    std::vector<int> expected;
    for (int i = 0; i < 100; ++i) {
        v.push_back(i);
        expected.push_back(i);
    }
    v.insert(v.begin() + 50, expected.begin(), expected.end());
    expected.insert(expected.begin() + 50, 100, 0);
    for (int i = 0; i < 100; ++i) expected[50 + static_cast<std::size_t>(i)] = i;
    CHECK(v == expected);
    v.erase(v.begin(), v.begin() + 150);
    v.pop_back();
    CHECK(v.front() == 50);
    CHECK(v.back() == 98);
    v[0] += 7;
    CHECK(*(v.rend() - 1) == 57);
    CHECK(gpu::reduce(v) == 3633);
}

TEST_CASE("pointers to elements of a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::device_vector<int> v({1, 2, 3}, *device);
    int* const raw = gpu::raw_pointer_cast(&v[1]);
    int const nine = 9;
    REQUIRE(cudaMemcpy(raw, &nine, sizeof nine, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(v[1] == 9);
    auto const pointer = gpu::device_pointer_cast(raw);
    CHECK(pointer.device() == *device);
    CHECK(*pointer == 9);
}
