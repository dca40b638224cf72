// SPDX-License-Identifier: Apache-2.0
#include "call/backend.hpp"
#include "host/instruction_set.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <thread>
#include <vector>

using namespace gpu::detail;

TEST_CASE("there is one host, with a name, memory and a reason") {
    auto& host = host_backend();
    CHECK(&host == &host_backend());
    CHECK(host.count() == 1);
    CHECK(host.reads_host_memory());
    device_description description;
    host.describe(0, description);
    CHECK(std::string(description.name)
              .ends_with(", " + std::to_string(std::thread::hardware_concurrency()) + " cores"));
    CHECK(std::string(description.why).size() > 10);
    CHECK(description.bytes_total >= description.bytes_free);
    CHECK(description.bytes_free > 0);
    CHECK_THROWS_AS(host.describe(1, description), gpu::no_device);
}

TEST_CASE("plain pointers belong to the host") {
    int x = 0;
    CHECK(host_backend().locate(&x) ==
          device_id{static_cast<std::uint32_t>(gpu::device_kind::host), 0});
}

TEST_CASE("host memory is allocated, filled, copied and freed", "[threads]") {
    auto& host = host_backend();
    auto* const a = static_cast<int*>(host.allocate(0, 1000 * sizeof(int)));
    auto* const b = static_cast<int*>(host.allocate(0, 1000 * sizeof(int)));
    int const seven = 7;
    host.fill(0, a, 1000, &seven, sizeof seven);
    host.copy(b, a, 1000 * sizeof(int));
    CHECK(std::vector<int>(b, b + 1000) == std::vector<int>(1000, 7));
    host.deallocate(0, a);
    host.deallocate(0, b);
}

TEST_CASE(
    "a reduction reports its kernel, segments and bytes, and is canonical under every strategy") {
    std::vector<float> x(10'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / static_cast<float>(i + 1);
    float const init = 0.25f,
                expected = init + gpu::kernel::canonical<float>(x.data(), x.size(), sizeof(float),
                                                                gpu::kernel::plus());
    for (std::uint32_t strategy = 0; strategy < strategies::size; ++strategy) {
        float result = 0;
        reduce_request request;
        request.strategy = strategy;
        request.value = request.accumulator = index_of<float, types>;
        request.operation = index_of<gpu::kernel::plus, operators>;
        request.first = x.data();
        request.n = x.size();
        request.init = &init;
        request.result = &result;
        call_result ran;
        ran.block = 99;
        host_backend().reduce(0, request, ran);
        CHECK(result == expected);
        CHECK(ran.grid == 5); // segments of 2048 elements
        CHECK(ran.block == 0);
        CHECK(ran.bytes == 40'000);
        CHECK(std::string(ran.kernel) ==
              "canonical<" + std::string(name_of(best_instruction_set())) + ">");
    }
}
