// SPDX-License-Identifier: Apache-2.0
/// Requests for the vendor policy by type and operator numbers, as the tool makes them: the whole
/// library on a fake runtime.
#include "call/names.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/device_vector.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;

TEST_CASE(
    "CUB runs all precompiled reductions; the library refuses others before anything is copied") {
    auto& machine = fake_cuda::here();
    std::vector<std::byte> const range(8 * 1000);
    unsigned served = 0;
    for (std::uint32_t op = 0; op < known_operators.size(); ++op)
        for (std::uint32_t type = 0; type < known_types.size(); ++type) {
            if (!known_accepts[op][type]) continue;
            alignas(8) std::byte init[8] = {};
            alignas(8) std::byte result[8] = {};
            reduce_request request;
            request.strategy = index_of<gpu::policy::vendor, strategies>;
            request.value = request.accumulator = type;
            request.operation = op;
            request.first = range.data();
            request.n = 1000;
            request.init = init;
            request.result = result;
            request.target = gpu::device::cuda(30).id();
            int const calls = machine.calls;
            call_result ran;
            gpualgo_v0_reduce(&request, &ran);
            INFO(known_operators[op] << " of " << known_types[type].name << ": " << ran.message);
            if (ran.status == status_code::ok) {
                CHECK_THAT(ran.kernel, Contains("cub::DeviceReduce::Reduce"));
                ++served;
                continue;
            }
            CHECK(ran.status == status_code::unsupported_operator);
            CHECK_THAT(ran.message,
                       Contains("gpu::reduce(vendor on cuda:30, n = 1000, ") &&
                           Contains("CUB's reduction, which is precompiled for plus, minimum, "
                                    "maximum with totals of type int32, int64, uint32, uint64, "
                                    "float, double, not for " +
                                    std::string(known_operators[op]) + " with totals of type " +
                                    std::string(known_types[type].name)));
            CHECK(machine.calls <= calls + 1); // asks for the location of the range
        }
    CHECK(served == 3 * 8); // half and bfloat16 are computed in float
}
