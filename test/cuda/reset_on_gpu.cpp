// SPDX-License-Identifier: Apache-2.0
/// Calls and objects after cudaDeviceReset, on a GPU. A separate program: a reset destroys the
/// objects of other cases.
#include "on_gpu.hpp"

#include <gpualgo/device_resource.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/pool_resource.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <cstddef>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

using test::the_gpu;

namespace {

std::vector<int> numbers(std::size_t n, int first) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), first);
    return values;
}

void reset(gpu::device device) {
    REQUIRE(cudaSetDevice(device.ordinal()) == cudaSuccess);
    REQUIRE(cudaDeviceReset() == cudaSuccess);
}

/// Checks that all kinds of calls work.
void check_calls(gpu::device device) {
    auto const values = numbers(5'000'000, 3); // 20 MB: through page-locked buffers
    gpu::device_vector<int> const v(values, device);
    CHECK(v.to_host() == values);
    CHECK(gpu::reduce(v, 0LL) == gpu::reduce(values, 0LL));
    CHECK(gpu::reduce(gpu::interleaved.on(device), values) == gpu::reduce(values));
    CHECK(gpu::max_element(v) - v.begin() == 4'999'999);
    CHECK(gpu::transform_reduce(v.begin(), v.end(), v.begin(), 0) ==
          gpu::transform_reduce(values.begin(), values.end(), values.begin(), 0));
    gpu::stream const stream(device);
    gpu::device_vector<int> total(1, device);
    gpu::reduce_into(gpu::automatic.on(stream), v.begin(), v.end(), total.begin());
    stream.synchronize();
    CHECK(total[0] == gpu::reduce(values));
    gpu::matrix<float> const a(64, 64, std::vector<float>(64 * 64, 1.F), device);
    CHECK(gpu::matmul(a, a).to_host() == std::vector<float>(64 * 64, 64.F));
    CHECK(gpu::matmul(gpu::register_tile, a, a).to_host() == std::vector<float>(64 * 64, 64.F));
    gpu::pinned_vector<int> pinned(values.begin(), values.end());
    CHECK(gpu::device_vector<int>(pinned, device).to_host() == values);
}

/// One object of each kind that owns a GPU resource.
struct objects {
    explicit objects(gpu::device device)
        : vector(numbers(1000, 1), device), stream(device), matrix(2, 2, device), upstream(device),
          pool(upstream), pooled(numbers(10, 1), pool) {}
    gpu::device_vector<int> vector;
    gpu::pinned_vector<int> pinned{4, 5, 6};
    gpu::stream stream;
    gpu::matrix<float> matrix;
    gpu::device_resource upstream;
    gpu::pool_resource pool;
    gpu::device_vector<int> pooled;
};

} // namespace

TEST_CASE("all kinds of calls work after a reset, and again after the next one") {
    auto const device = the_gpu();
    if (!device) return;
    for (int i = 0; i < 3; ++i) {
        check_calls(*device);
        reset(*device);
    }
    check_calls(*device);
}

TEST_CASE("objects from before a reset can be destroyed, before and after other calls") {
    auto const device = the_gpu();
    if (!device) return;
    for (bool const calls_between : {false, true}) {
        std::optional<objects> all(std::in_place, *device);
        check_calls(*device);
        reset(*device);
        if (calls_between) check_calls(*device);
        CHECK(all->pinned == gpu::pinned_vector<int>{4, 5, 6});
        all.reset();
        check_calls(*device);
    }
}

TEST_CASE("destroying objects from before a reset does not affect later ones") {
    auto const device = the_gpu();
    if (!device) return;
    for (bool const is_old_first : {false, true}) {
        std::optional<objects> old(std::in_place, *device);
        reset(*device);
        std::optional<objects> fresh(std::in_place, *device); // possibly at the same addresses
        if (is_old_first) {
            old.reset();
            CHECK(fresh->vector.to_host() == numbers(1000, 1));
            CHECK(gpu::reduce(gpu::automatic.on(fresh->stream), fresh->vector) == 500'500);
        } else {
            fresh.reset();
            check_calls(*device);
            old.reset();
        }
        check_calls(*device);
    }
}

TEST_CASE("using objects from before a reset is an error, and the GPU stays usable") {
    auto const device = the_gpu();
    if (!device) return;
    objects old(*device);
    check_calls(*device);
    reset(*device);
    auto const check_gone = [](auto f) {
        CHECK_THROWS_AS(f(), gpu::error);
        CHECK_THROWS_WITH(f(), Catch::Contains("cudaDeviceReset"));
    };
    check_gone([&] { (void)gpu::reduce(old.vector); });
    check_gone([&] { (void)old.vector.to_host(); });
    check_gone([&] { (void)static_cast<int>(old.vector[7]); });
    check_gone([&] { gpu::copy(numbers(10, 1), old.vector.begin()); });
    check_gone([&] { old.stream.synchronize(); });
    check_gone([&] { (void)gpu::reduce(gpu::automatic.on(old.stream), old.vector); });
    check_calls(*device);
}

TEST_CASE("a reset by another thread is noticed") {
    auto const device = the_gpu();
    if (!device) return;
    objects const old(*device);
    std::thread([&] { reset(*device); }).join();
    check_calls(*device);
    std::thread([&] { check_calls(*device); }).join();
}

TEST_CASE("resetting one GPU does not affect another") {
    std::vector<gpu::device> gpus;
    for (gpu::device const d : gpu::devices())
        if (d.kind() == gpu::device_kind::cuda) gpus.push_back(d);
    if (gpus.size() < 2) return;
    gpu::device_vector<int> const on_first(numbers(1000, 1), gpus[0]);
    {
        gpu::device_vector<int> const on_second(on_first, gpus[1]); // opens the pools
        reset(gpus[1]);
    }
    REQUIRE(cudaSetDevice(gpus[0].ordinal()) == cudaSuccess);
    CHECK(on_first.to_host() == numbers(1000, 1));
    check_calls(gpus[1]);
    gpu::device_vector<int> const again(on_first, gpus[1]);
    CHECK(again.to_host() == numbers(1000, 1));
}
