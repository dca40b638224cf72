// SPDX-License-Identifier: Apache-2.0
/// Ranges of the host that go to GPUs in chunks, and partial reductions on several GPUs. Runs the
/// whole library on a fake runtime, which computes totals of groups of floats.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/detail/partial_source.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

std::vector<float> numbers(std::size_t n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 1013) * 0.37F - 100;
    return x;
}

using test::gpu_at;
using test::same_bits;

/// For a scope, no more memory can be allocated at once.
struct limited_memory {
    explicit limited_memory(std::size_t bytes) { fake_cuda::here().bytes_free = bytes; }
    limited_memory(limited_memory const&) = delete;
    limited_memory& operator=(limited_memory const&) = delete;
    ~limited_memory() { fake_cuda::here().bytes_free = std::size_t{1} << 30; }
};

} // namespace

TEST_CASE("a range of the host that is larger than the GPU's memory is reduced in chunks") {
    auto const x = numbers((100 * mib) / sizeof(float) + 777);
    limited_memory const limited(16 * mib);
    auto const policy = gpu::automatic.on(gpu_at(41));
    gpu::report report;
    float const total = gpu::reduce(policy.report_to(report), x, 0.5F);
    CHECK(same_bits(total, gpu::reduce(x, 0.5F)));
    CHECK(report.kernel == "reduce_canonical");
    CHECK(report.device == gpu_at(41));
    CHECK(report.bytes == x.size() * sizeof(float));
    auto const blocks = fake_cuda::here().device_memory.size(); // workspaces
    CHECK(same_bits(gpu::reduce(policy, x, 0.5F, gpu::minimum<>()),
                    gpu::reduce(x, 0.5F, gpu::minimum<>())));
    CHECK(fake_cuda::here().device_memory.size() == blocks);
}

TEST_CASE("page-locked ranges go to the GPU without staging") {
    auto const values = numbers(40 * mib / sizeof(float));
    gpu::pinned_vector<float> const x(values.begin(), values.end());
    limited_memory const limited(16 * mib);
    CHECK(
        same_bits(gpu::reduce(gpu::automatic.on(gpu_at(42)), x, 1.0F), gpu::reduce(values, 1.0F)));
}

TEST_CASE("a group of GPUs shares a range of the host") {
    auto const x = numbers((70 * mib) / sizeof(float) + 1);
    gpu::device_group const group{gpu_at(43), gpu_at(44), gpu::device::host()};
    int const launches = fake_cuda::here().launches;
    CHECK(same_bits(gpu::reduce(gpu::automatic.on(group), x, 0.5F), gpu::reduce(x, 0.5F)));
    CHECK(fake_cuda::here().launches >= launches + 6); // of five chunks, two on the host
    CHECK(fake_cuda::here().contexts.contains(43));
    CHECK(fake_cuda::here().contexts.contains(44));
}

TEST_CASE("sharded vectors on GPUs are reduced by two launches each, and one wait") {
    auto const x = numbers(std::size_t{3} << 20);
    gpu::device_group const group{gpu_at(45), gpu_at(46), gpu_at(47)};
    gpu::sharded_vector const v(x, group);
    CHECK(v.to_host() == x);
    (void)gpu::reduce(v); // makes workspaces
    int current = -1;
    REQUIRE(cudaSetDevice(3) == cudaSuccess);
    int const launches = fake_cuda::here().launches;
    CHECK(same_bits(gpu::reduce(v, 0.5F), gpu::reduce(x, 0.5F)));
    CHECK(fake_cuda::here().launches == launches + 6);
    REQUIRE(cudaGetDevice(&current) == cudaSuccess);
    CHECK(current == 3);
    auto mode = cudaStreamCaptureModeGlobal;
    REQUIRE(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    CHECK(mode == cudaStreamCaptureModeGlobal); // not that of a queue
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("a partial reduction of device memory takes two launches, and one wait") {
    auto const x = numbers(700'001);
    gpu::device_vector<float> const v(x, gpu_at(48));
    auto const begin = GENERATE(as<std::size_t>{}, 0, 1, 2047, 2048 * 31 + 5);
    std::vector<float> all(begin, 0.25F);
    all.insert(all.end(), x.begin(), x.end());
    gpu::partial_reduction<float> whole(0, all.begin(), all.begin() + static_cast<long>(begin));
    (void)gpu::partial_reduction<float>(begin, v.begin(), v.end()); // makes a workspace
    auto const& machine = fake_cuda::here();
    int const launches = machine.launches, copies = machine.copies,
              waits = machine.synchronisations;
    gpu::partial_reduction<float> const part(begin, v.begin(), v.end());
    CHECK(machine.launches == launches + 2); // the second one collects what goes to the host
    CHECK(machine.copies == copies);
    CHECK(machine.synchronisations == waits + 1);
    CHECK(same_bits(whole.merge(part).total(), gpu::reduce(all)));
}

TEST_CASE("a partial reduction of a short range collects the elements of cut segments") {
    auto const x = numbers(20'000);
    gpu::device_vector<float> const v(x, gpu_at(48));
    auto const begin = GENERATE(as<std::size_t>{}, 1, 1500, 2047);
    for (long const n : {1, 2, 600, 2050, 2600, 4095, 6145}) {
        std::vector<float> all(begin, 0.25F);
        auto const last = x.begin() + n;
        all.insert(all.end(), x.begin(), last);
        gpu::partial_reduction<float> whole(0, all.begin(), all.begin() + static_cast<long>(begin));
        auto const& machine = fake_cuda::here();
        int const launches = machine.launches, copies = machine.copies;
        whole.merge({begin, v.begin(), v.begin() + n});
        INFO(n << " elements from " << begin << " on");
        CHECK(machine.launches <= launches + 2);
        CHECK(machine.copies == copies);
        CHECK(same_bits(whole.total(), gpu::reduce(all)));
    }
}

TEST_CASE("elements of a source go to GPUs through page-locked memory") {
    auto const x = numbers((40 * mib) / sizeof(float) + 5);
    std::size_t position = 0;
    auto read = [&](void* to, std::size_t bytes) {
        std::size_t const n = std::min(bytes, x.size() * sizeof(float) - position);
        std::memcpy(to, reinterpret_cast<char const*>(x.data()) + position, n);
        position += n;
        return n;
    };
    std::vector const devices{gpu_at(49).id(), gpu_at(50).id()};
    limited_memory const limited(16 * mib);
    auto const whole = gpu::detail::reduce_source<gpu::partial_reduction<float>>(
        devices, 0, std::uint64_t{1} << 60, read);
    CHECK(same_bits(whole.total(), gpu::reduce(x)));
}

TEST_CASE("if a call of CUDA fails, chunks leave nothing behind and later calls succeed") {
    auto const x = numbers((17 * mib) / sizeof(float) + 3);
    gpu::device_group const group{gpu_at(51), gpu_at(52)};
    auto const policy = gpu::automatic.on(group);
    float const expected = gpu::reduce(policy, x);
    auto& machine = fake_cuda::here();
    auto const blocks = machine.device_memory.size();
    int failures = 0;
    for (int good = 0;; good += 7) {
        machine.fail_after(good, cudaErrorUnknown);
        try {
            (void)gpu::reduce(policy, x);
        } catch (gpu::error const&) {
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        if (!reached) break;
        INFO("the call after " << good << " fails");
        REQUIRE(same_bits(gpu::reduce(policy, x), expected));
        REQUIRE(machine.device_memory.size() <= blocks + 2);
        int current = -1;
        REQUIRE(cudaGetDevice(&current) == cudaSuccess);
        REQUIRE(current == 0);
    }
    CHECK(failures > 2);
}
