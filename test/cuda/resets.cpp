// SPDX-License-Identifier: Apache-2.0
/// Objects of a program from before a GPU was reset: the whole library on a fake runtime, which
/// counts calls with destroyed objects. Each case uses a different GPU.
#include "fake_runtime.hpp"

#include <gpualgo/device_resource.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/pool_resource.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace {

/// Resets a GPU; at the end of its lifetime checks that no destroyed object was used.
class reset_gpu {
public:
    explicit reset_gpu(gpu::device device) : crashes_(fake_cuda::here().crashes) {
        fake_cuda::here().reset(device.ordinal());
    }
    reset_gpu(reset_gpu const&) = delete;
    reset_gpu& operator=(reset_gpu const&) = delete;
    ~reset_gpu() { CHECK(fake_cuda::here().crashes == crashes_); }

private:
    int crashes_;
};

/// Checks that a call is refused because its argument was destroyed by a reset.
template <class F>
void check_gone(F f) {
    CHECK_THROWS_AS(f(), gpu::error);
    CHECK_THROWS_WITH(f(), Catch::Contains("cudaDeviceReset"));
}

std::vector<int> const four_numbers{1, 2, 3, 4};

} // namespace

TEST_CASE(
    "a vector from before a reset can be destroyed and replaced, without effect on new ones") {
    auto const device = gpu::device::cuda(31);
    std::optional<gpu::device_vector<int>> old(std::in_place, four_numbers, device);
    gpu::device_vector<int> replaced(four_numbers, device);
    reset_gpu const reset(device);
    // one at the address of an old one, otherwise nothing is shown
    std::vector<gpu::device_vector<int>> others;
    do {
        others.emplace_back(std::vector<int>{5, 6, 7, 8}, device);
    } while (others.back().data() != old->data() && others.back().data() != replaced.data() &&
             others.size() < 1000);
    auto const& fresh = others.back();
    CHECK((fresh.data() == old->data() || fresh.data() == replaced.data()));
    old.reset();
    replaced = gpu::device_vector<int>(four_numbers, device);
    CHECK(replaced.to_host() == four_numbers);
    CHECK(fresh.to_host() == std::vector<int>{5, 6, 7, 8});
    CHECK(gpu::reduce(fresh, 9) == 9); // init, on the fake runtime
}

TEST_CASE("using a vector from before a reset is an error") {
    auto const device = gpu::device::cuda(32);
    gpu::device_vector<int> old(four_numbers, device);
    gpu::device_vector<int> longer(1000, device);
    gpu::matrix<float> const a(4, 3, device);
    gpu::matrix<float> const b(3, 4, device);
    reset_gpu const reset(device);
    gpu::device_vector<int> fresh(10, device);
    check_gone([&] { (void)gpu::reduce(old); });
    check_gone([&] { (void)gpu::reduce(gpu::interleaved, old.begin() + 1, old.end()); });
    check_gone([&] { (void)gpu::mean(old); });
    check_gone([&] { (void)gpu::min_element(old); });
    check_gone(
        [&] { (void)gpu::transform_reduce(fresh.begin(), fresh.begin() + 4, old.begin(), 0); });
    check_gone([&] { gpu::reduce_into(gpu::automatic, old.begin(), old.end(), fresh.begin()); });
    check_gone([&] { gpu::reduce_into(gpu::automatic, fresh.begin(), fresh.end(), old.begin()); });
    check_gone([&] { (void)old.to_host(); });
    check_gone([&] { (void)static_cast<int>(old[0]); });
    check_gone([&] { old[3] = 4; });
    check_gone([&] { gpu::copy(four_numbers, old.begin()); });
    check_gone([&] { gpu::copy(old, fresh.begin()); });
    check_gone([&] { longer.assign(10, 3); });
    check_gone([&] { (void)gpu::matmul(a, b); });
    check_gone([&] { old.resize(2000); });
    CHECK(gpu::reduce(old.begin(), old.begin(), 7) == 7); // nothing is read
}

TEST_CASE("using a stream from before a reset is an error; it can be destroyed and replaced") {
    auto const device = gpu::device::cuda(33);
    std::optional<gpu::stream> old(device);
    gpu::stream replaced(device);
    reset_gpu const reset(device);
    gpu::device_vector<int> fresh(four_numbers, device);
    check_gone([&] { (void)gpu::reduce(gpu::automatic.on(*old), fresh, 5); });
    check_gone([&] {
        gpu::reduce_into(gpu::automatic.on(*old), fresh.begin(), fresh.end(), fresh.begin());
    });
    check_gone([&] { old->synchronize(); });
    old.reset();
    replaced = gpu::stream(device);
    CHECK(gpu::reduce(gpu::automatic.on(replaced), fresh, 5) == 5);
    replaced.synchronize();
}

TEST_CASE("a pool from before a reset does not crash") {
    auto const device = gpu::device::cuda(34);
    gpu::device_resource upstream(device);
    gpu::pool_resource pool(upstream);
    { gpu::device_vector<int> const idle(four_numbers, pool); }
    gpu::device_vector<int> const used(1000, pool);
    reset_gpu const reset(device);
    check_gone([&] { gpu::device_vector<int>(four_numbers, pool); });
    pool.release();
    CHECK(gpu::device_vector<int>(four_numbers, pool).to_host() == four_numbers);
}

TEST_CASE("page-locked elements survive a reset, and can be copied") {
    auto const& registered = fake_cuda::here().registered;
    gpu::pinned_vector<int> pinned(four_numbers.begin(), four_numbers.end());
    REQUIRE(registered.contains(pinned.data()));
    // the GPU in whose context they were locked
    auto const device = gpu::device::cuda(fake_cuda::here().owners.at(pinned.data()).device);
    reset_gpu const reset(device);
    CHECK_FALSE(registered.contains(pinned.data()));
    gpu::device_vector<int> const copy(pinned, device);
    CHECK(copy.to_host() == four_numbers);
    pinned.push_back(5);
    int* const address = pinned.data();
    CHECK(registered.contains(address));
    pinned = gpu::pinned_vector<int>();
    CHECK_FALSE(registered.contains(address));
}
