// SPDX-License-Identifier: Apache-2.0
/// Reductions by key on GPUs: ranges of the host are copied there and back. Nothing leaks if a call
/// of CUDA fails. The whole library on a fake runtime, with right results.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/reduce_by_key/find_runs.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::gpu_20;

/// Runs of length 1, 2, 3, ...
struct growing_runs {
    std::vector<int> keys;
    std::vector<float> values, totals;

    explicit growing_runs(int runs) {
        for (int r = 0; r < runs; ++r) {
            keys.insert(keys.end(), static_cast<std::size_t>(r) + 1, r);
            values.insert(values.end(), static_cast<std::size_t>(r) + 1, 0.5f);
            totals.push_back(0.5f * static_cast<float>(r + 1));
        }
    }
};

} // namespace

TEST_CASE("ranges of the host are copied to the GPU, and the runs back") {
    growing_runs const x(200);
    std::vector<int> keys(250, -1);
    std::vector<float> totals(200);
    gpu::report ran;
    auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
    auto const ends = gpu::reduce_by_key(policy, x.keys, x.values, keys, totals);
    CHECK(ran.device == gpu_20());
    CHECK(std::string(ran.kernel) == "find_runs + fold_runs + fold_long_runs");
    CHECK(ends.first == keys.begin() + 200);
    CHECK(totals == x.totals);
    CHECK(keys[199] == 199);
    CHECK(keys[200] == -1);

    gpu::device_vector<int> const on_keys(x.keys, gpu_20());
    gpu::device_vector<float> on_totals(200, gpu_20());
    gpu::reduce_by_key(on_keys, x.values, keys, on_totals); // values and keys are staged
    CHECK(on_totals.to_host() == x.totals);
    CHECK_THROWS_AS(gpu::reduce_by_key(on_keys,
                                       gpu::device_vector<float>(20100, gpu::device::cuda(21)),
                                       keys, on_totals),
                    std::invalid_argument);
    gpu::device_vector<float> short_totals(199, gpu_20());
    CHECK_THROWS_AS(gpu::reduce_by_key(on_keys, x.values, keys, short_totals),
                    std::invalid_argument);
}

TEST_CASE("a call has two launches, one wait and no allocation if no run can be long") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const keys{{1, 2, 2}, gpu_20()};
    gpu::device_vector<float> const values{{1, 2, 3}, gpu_20()};
    gpu::device_vector<int> keys_out(3, gpu_20());
    gpu::device_vector<float> totals(3, gpu_20());
    gpu::report ran;
    auto const call = [&] {
        gpu::reduce_by_key(gpu::automatic.report_to(ran), keys, values, keys_out, totals);
    };
    call(); // allocates a workspace
    CHECK(std::string(ran.kernel) == "find_runs + fold_runs");
    CHECK(totals.to_host()[1] == 5);
    int const launches = machine.launches, waits = machine.synchronisations,
              allocations = machine.allocations;
    call();
    CHECK(machine.launches == launches + 2);
    CHECK(machine.synchronisations <= waits + 1); // fake kernels do not tell the host
    CHECK(machine.allocations == allocations);
}

TEST_CASE("whatever call of CUDA fails, nothing leaks and outputs on the host stay") {
    auto& machine = fake_cuda::here();
    growing_runs const x(200);
    std::vector<int> keys(200);
    std::vector<float> totals(200);
    auto const call = [&] {
        gpu::reduce_by_key(gpu::automatic.on(gpu_20()), x.keys, x.values, keys, totals);
    };
    call(); // what stays allocated
    auto const blocks = machine.device_memory.size();
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        totals.assign(200, -1);
        machine.failing_call = machine.calls + k;
        try {
            call();
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
            CHECK(totals.front() == -1);
        }
        REQUIRE(k < 400);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    CHECK(failures > 3);
    call();
    CHECK(totals == x.totals);
}

TEST_CASE("blocks have no more shared memory than the GPU gives one") {
    using body = gpu::kernel::find_runs;
    constexpr std::size_t turing = 64 * 1024, n = 10'000'000;
    CHECK(body::shared_bytes<std::uint32_t>(body::steps_for<std::uint32_t>(n, 160, turing)) <=
          turing);
    CHECK(body::shared_bytes<std::uint64_t>(body::steps_for<std::uint64_t>(n, 160, turing)) <=
          turing);
    CHECK(body::steps_for<std::uint32_t>(n, 160, 227 * 1024) == body::most_steps);

    auto& machine = fake_cuda::here();
    growing_runs const x(2500); // 3 million keys
    std::vector<int> keys(2500);
    std::vector<float> totals(2500);
    int const most = std::exchange(machine.shared_memory_per_block, static_cast<int>(turing));
    // a GPU of no other test: kernels keep the most that they were allowed on others
    gpu::reduce_by_key(gpu::automatic.on(test::gpu_at(61)), x.keys, x.values, keys, totals);
    CHECK(totals == x.totals);
    machine.shared_memory_per_block = most;
}
