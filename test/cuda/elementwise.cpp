// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms on GPUs: the call does not wait, and may be captured. Ranges of the host
/// are copied there and back, and nothing leaks if a call of CUDA fails. The whole library on a
/// fake runtime, whose launches are loops.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include "support/counting_resource.hpp"

#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using test::gpu_20;
using test::iota;

} // namespace

TEST_CASE("calls on ranges of a GPU launch one kernel and do not wait") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> x(iota(10000), gpu_20()), y(10000, gpu_20());
    gpu::device_vector<unsigned> indices(10000, gpu_20());
    gpu::fill(x, 0); // what stays allocated
    gpu::report ran;
    auto const policy = gpu::automatic.report_to(ran);
    auto const check = [&](char const* kernel, auto call) {
        int const launches = machine.launches, waits = machine.synchronisations;
        call();
        CHECK(machine.launches == launches + 1);
        CHECK(machine.synchronisations == waits);
        CHECK(ran.kernel == kernel);
        CHECK(ran.device == gpu_20());
    };
    check("generate", [&] { gpu::iota(policy, indices, 9999u, -1u); });
    check("generate", [&] { gpu::iota(policy, x, 0); });
    check("map", [&] { gpu::replace(policy, x, 3, 30000); });
    check("reverse", [&] { gpu::reverse(policy, x); });
    check("reverse_copy", [&] { gpu::reverse_copy(policy, x, y); });
    check("swap", [&] { gpu::swap_ranges(policy, x, y); });
    check("gather", [&] { gpu::gather(policy, indices, x, y); });
    check("scatter", [&] { gpu::scatter(policy, x, indices, y); });
    check("map_pairs", [&] { gpu::transform(policy, x, y, y, std::minus<>()); });
    check("map", [&] { gpu::transform(policy, y, y, gpu::absolute<>()); });
    check("generate", [&] { gpu::fill(policy, y.begin() + 5, y.end(), 7); });
    auto const a = x.to_host(), b = y.to_host();
    CHECK(a[3] == 30000);
    CHECK(a[9999] == 9999);
    CHECK(b[0] == 9999);
    CHECK(b[4] == 9991);
    CHECK(b[5] == 7);
}

TEST_CASE("ranges of the host are copied to the GPU and back") {
    auto const policy = gpu::automatic.on(gpu_20());
    auto x = iota(1001);
    gpu::report ran;
    gpu::reverse(policy.report_to(ran), x);
    CHECK(ran.device == gpu_20());
    CHECK(x[0] == 1000);
    std::vector<int> const indices{4, 0};
    std::vector<int> out(5, -1);
    gpu::gather(policy, indices.begin(), indices.end(), x.begin(), out.begin());
    CHECK(out == std::vector<int>{996, 1000, -1, -1, -1});
    gpu::scatter(policy, std::vector<int>{8, 9}, indices, out); // keeps the elements between
    CHECK(out == std::vector<int>{9, 1000, -1, -1, 8});
    std::vector<std::complex<double>> numbers(100);
    gpu::fill(policy, numbers, std::complex<double>(1, 2));
    CHECK(numbers[99] == std::complex<double>(1, 2));
}

TEST_CASE("ranges in two memories, and elements at odd addresses, are refused") {
    gpu::device_vector<int> x(10, gpu_20()), y(10, gpu::device::cuda(21));
    std::vector<int> here(10);
    CHECK_THROWS_WITH(gpu::swap_ranges(x, y), Catch::Contains("cuda:20 and on cuda:21"));
    CHECK_THROWS_WITH(gpu::swap_ranges(x, here), Catch::Contains("memory of the host"));
    struct alignas(1) pixel {
        unsigned char channel[4];
    };
    gpu::device_vector<pixel> pixels(10, gpu_20());
    gpu::fill(pixels, pixel{{1, 2, 3, 4}});
    CHECK(pixels.to_host()[9].channel[3] == 4);
    auto* const odd = reinterpret_cast<pixel*>(reinterpret_cast<unsigned char*>(pixels.data()) + 1);
    gpu::device_iterator<pixel> const first(gpu_20(), odd);
    CHECK_THROWS_WITH(gpu::fill(first, first + 3, pixel{}), Catch::Contains("multiple"));
}

TEST_CASE("whatever call of CUDA fails, nothing leaks and the ranges of the host stay") {
    auto& machine = fake_cuda::here();
    auto x = iota(10000);
    auto const policy = gpu::automatic.on(gpu_20());
    gpu::reverse(policy, x); // what stays allocated
    auto const blocks = machine.device_memory.size();
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        x = iota(10000);
        machine.failing_call = machine.calls + k;
        try {
            gpu::reverse(policy, x);
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
        }
        REQUIRE(k < 200);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    CHECK(failures > 3);
    CHECK(x[0] == 9999);
}

TEST_CASE("memory of a resource is given back after the work on it, also if a call of CUDA fails") {
    auto& machine = fake_cuda::here();
    int done = machine.launches; // when a stream was last waited for
    auto const former =
        std::exchange(machine.synchronised, [&](cudaStream_t) { done = machine.launches; });
    struct watching : test::counting_resource {
        int const& done;
        int too_early = 0;
        explicit watching(int const& seen) : counting_resource(gpu_20()), done(seen) {}
        void deallocate(void* memory, std::size_t bytes) noexcept override {
            too_early += fake_cuda::here().launches != done;
            counting_resource::deallocate(memory, bytes);
        }
    } resource(done);
    auto const policy = gpu::automatic.on(gpu_20()).with(resource);
    std::vector<int> x = iota(10000), y = x;
    int failures = 0;
    for (int good = 0, is_over = 0; is_over == 0; ++good) {
        INFO("the call after " << good << " fails");
        machine.fail_after(good, cudaErrorUnknown);
        try {
            gpu::transform(policy, x, y, gpu::absolute<>());
        } catch (gpu::error const&) {
            ++failures;
        }
        is_over = machine.calls < machine.failing_call;
        machine.heal();
        CHECK(resource.too_early == 0);
        CHECK(resource.blocks() == 0);
    }
    CHECK(failures > 5);
    machine.synchronised = former;
}
