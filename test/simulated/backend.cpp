// SPDX-License-Identifier: Apache-2.0
/// The simulated device through the backend interface that the dispatcher uses.
#include "call/backend.hpp"
#include "reduction.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using gpu::detail::simulated_backend;

TEST_CASE("there is one simulated device, and it describes itself") {
    REQUIRE(simulated_backend().count() == 1);
    REQUIRE(simulated_backend().reads_host_memory());
    REQUIRE(&simulated_backend() == &simulated_backend());
    gpu::detail::device_description description;
    simulated_backend().describe(0, description);
    REQUIRE(std::string(description.name) == "simulated device");
    REQUIRE_THAT(description.why, Catch::Contains("checks"));
    REQUIRE(description.bytes_free > 0);
    REQUIRE(description.bytes_total >= description.bytes_free);
}

TEST_CASE("memory of the simulated device") {
    auto& device = simulated_backend();
    for (std::size_t const bytes : {1u, 100u, 1u << 20}) {
        void* const memory = device.allocate(0, bytes);
        REQUIRE(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
        // memory is located on the host, since any host memory is accessible
        REQUIRE(device.locate(memory).kind == static_cast<std::uint32_t>(gpu::device_kind::host));
        device.deallocate(0, memory);
    }
    std::vector<double> values(10, 0.0);
    double const element = 2.5;
    device.fill(0, values.data(), 9, &element, sizeof element);
    REQUIRE(values == std::vector{2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 0.0});
    double copied = 0;
    device.copy(&copied, &values[3], sizeof copied);
    REQUIRE(copied == 2.5);
}

TEST_CASE("failing allocations throw out_of_memory with the size") {
    std::size_t const bytes = std::numeric_limits<std::ptrdiff_t>::max();
    try {
        (void)simulated_backend().allocate(0, bytes);
        FAIL("that much memory there is not");
    } catch (gpu::out_of_memory const& e) {
        REQUIRE(e.requested() == bytes);
        REQUIRE(e.available() > 0);
        REQUIRE(e.available() < bytes);
    }
}

TEST_CASE("requests run and report what ran", "[threads]") {
    std::vector<int> const values(5000, 3);
    int const init = -1;
    int result = 0;
    gpu::detail::reduce_request request;
    request.strategy = gpu::detail::index_of<gpu::policy::interleaved, gpu::detail::strategies>;
    request.space = static_cast<std::uint32_t>(gpu::memory_space::global);
    request.block_size = 128;
    request.value = request.accumulator = gpu::detail::index_of<int, gpu::detail::types>;
    request.operation = gpu::detail::index_of<gpu::kernel::plus, gpu::detail::operators>;
    request.first = values.data();
    request.n = values.size();
    request.init = &init;
    request.result = &result;

    gpu::detail::call_result ran;
    simulated_backend().reduce(0, request, ran);
    REQUIRE(result == 14999);
    REQUIRE(std::string(ran.kernel) == "reduce<interleaved, global>");
    REQUIRE(ran.grid == 40);
    REQUIRE(ran.block == 128);
    REQUIRE(ran.bytes == 20000);

    ::setenv("GPUALGO_SEED", "none", 1);
    REQUIRE_THROWS_AS(simulated_backend().reduce(0, request, ran), std::invalid_argument);
    ::unsetenv("GPUALGO_SEED");
}
