// SPDX-License-Identifier: Apache-2.0
/// User-defined operators and types, compiled by nvcc and linked with code from g++. Runs on all
/// available devices; without a GPU, only on the host.
#include "user_operators.hpp"
#include "support/user_types.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <numeric>

namespace {

constexpr std::size_t sizes[] = {0, 1, 31, 1000, 4097, 300000};

/// @param smallest size from which the reported device is checked: empty Thrust ranges have a null
/// pointer, which belongs to no device
void check(user::experiment const& experiment, gpu::device on, std::size_t smallest = 0) {
    CAPTURE(experiment.name, gpu::to_string(on));
    for (std::size_t const n : sizes) {
        CAPTURE(n);
        gpu::report ran;
        CHECK(experiment.agrees(on, n, ran));
        if (n >= smallest) CHECK(ran.device == on);
        if (on.kind() == gpu::device_kind::cuda && n > 0) {
            CHECK(ran.grid > 0);
            CHECK(ran.fallback.empty());
        }
    }
}

} // namespace

TEST_CASE("operators and types compiled by nvcc run on the device of the range") {
    for (gpu::device const on : gpu::devices())
        if (on.kind() != gpu::device_kind::simulated)
            for (auto const& experiment : user::experiments()) check(experiment, on);
}

TEST_CASE("Thrust ranges on GPUs") {
    if (gpu::devices().back().kind() != gpu::device_kind::cuda)
        WARN("skipped: " << gpu::device::host().why());
    for (gpu::device const on : gpu::devices())
        if (on.kind() == gpu::device_kind::cuda && on.ordinal() == 0) // Thrust's current device
            for (auto const& experiment : user::experiments_of_thrust()) check(experiment, on, 1);
}

TEST_CASE("a __device__ lambda runs on GPUs only") {
    for (gpu::device const on : gpu::devices()) {
        CAPTURE(gpu::to_string(on));
        gpu::device_vector<int> const x({1, 2, 3}, on);
        if (on.kind() == gpu::device_kind::cuda) CHECK(user::sum_by_device_lambda(x) == 7);
        else CHECK_THROWS_AS(user::sum_by_device_lambda(x), gpu::unsupported_operator);
    }
}

TEST_CASE("the simulated device refuses a program's kernels") {
    gpu::report ran;
    for (auto const& experiment : user::experiments())
        CHECK_THROWS_WITH(experiment.agrees(gpu::device::simulated(), 10, ran),
                          Catch::Contains("n = 10") && Catch::Contains("not precompiled"));
}

TEST_CASE("a dot product of the host compiled by nvcc has the bits of g++'s") {
    for (std::size_t const n : {3UL, 100UL, 5000UL}) {
        std::vector<float> x(n), y(n);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = 1.f / static_cast<float>(i + 1);
            y[i] = 1.f / static_cast<float>(3 * i + 1);
        }
        CHECK(user::dot_on_host(x, y) == gpu::transform_reduce(x, y, 0.5f));
    }
}

TEST_CASE("views and expressions can be used in files of nvcc") {
    std::vector<int> const x{1, -2, 3};
    for (auto const on : {gpu::device::host(), gpu::device::simulated()})
        CHECK(user::sum_of_squares(gpu::device_vector<int>(x, on)) == 14);
}

TEST_CASE("instantiations of the same templates by g++ and nvcc agree") {
    std::vector<user::bytes<3>> x;
    for (std::size_t i = 0; i < 5000; ++i) x.push_back(user::value<user::bytes<3>>(i));
    auto const init = user::value<user::bytes<3>>(x.size());
    CHECK(gpu::reduce(gpu::automatic, x, init, user::add_bytes()) ==
          std::accumulate(x.begin(), x.end(), init, user::add_bytes()));
    gpu::device_vector<int> const y(std::vector<int>(100, 3));
    CHECK(gpu::reduce(gpu::automatic, y, 1) == 301);
}
