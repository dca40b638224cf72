// SPDX-License-Identifier: Apache-2.0
/// Algorithms refuse ranges whose ends are on two devices.
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <stdexcept>
#include <vector>

namespace {

using Catch::Contains;

gpu::device const host = gpu::device::host();
gpu::device const simulated = gpu::device::simulated();

/// Checks that a call is refused with a message that names both devices, in either order.
template <class F>
void check_refused(F f) {
    gpu::device_vector<int> const v({1, 2, 3}, host);
    gpu::device_vector<int> const w({4, 5, 6}, simulated);
    CHECK_THROWS_AS(f(v.begin(), w.end()), std::invalid_argument);
    CHECK_THROWS_WITH(f(v.begin(), w.end()),
                      Contains("first") && Contains("of host") && Contains("of simulated"));
    CHECK_THROWS_AS(f(w.begin(), v.end()), std::invalid_argument);
    CHECK_NOTHROW(f(v.begin(), v.end()));
    CHECK_NOTHROW(f(w.begin(), w.end()));
}

} // namespace

TEST_CASE("reductions refuse a range whose ends are on two devices") {
    check_refused([](auto first, auto last) { (void)gpu::reduce(first, last); });
    check_refused([](auto first, auto last) { (void)gpu::reduce(first, last, 0.0); });
    check_refused([](auto first, auto last) {
        (void)gpu::reduce(gpu::interleaved, first, last, 1, std::multiplies<>());
    });
    check_refused([](auto first, auto last) { (void)gpu::mean(first, last); });
    check_refused([](auto first, auto last) { (void)gpu::mean(gpu::automatic, first, last); });
    check_refused([](auto first, auto last) {
        (void)gpu::transform_reduce(first, last, 0, std::plus<>(), gpu::square<>());
    });
    check_refused([](auto first, auto last) {
        (void)gpu::transform_reduce(first, last, 0, std::plus<>(), std::identity());
    });
    check_refused([](auto first, auto last) {
        (void)gpu::transform_reduce(gpu::automatic, first, last, first, 0);
    });
    check_refused([](auto first, auto last) {
        gpu::device_vector<int> total(1, first.device());
        gpu::reduce_into(gpu::automatic, first, last, total.begin());
    });
}

TEST_CASE("searches refuse a range whose ends are on two devices") {
    check_refused([](auto first, auto last) { (void)gpu::min_element(first, last); });
    check_refused(
        [](auto first, auto last) { (void)gpu::max_element(gpu::automatic, first, last); });
    check_refused(
        [](auto first, auto last) { (void)gpu::minmax_element(first, last, std::greater<>()); });
}

TEST_CASE("copies refuse a range whose ends are on two devices") {
    check_refused([](auto first, auto last) {
        std::vector<int> out(3);
        gpu::copy(first, last, out.begin());
    });
    check_refused([](auto first, auto last) { gpu::device_vector<int>(first, last, host); });
    check_refused([](auto first, auto last) { gpu::device_vector<int>(host).assign(first, last); });
}

TEST_CASE("an empty range of a device needs no second range of that device") {
    gpu::device_vector<int> const nothing(0, simulated);
    std::vector<int> const elsewhere;
    CHECK(gpu::transform_reduce(nothing.begin(), nothing.end(), elsewhere.begin(), 7) == 7);
    CHECK(gpu::transform_reduce(elsewhere.begin(), elsewhere.end(), nothing.begin(), 7) == 7);
}

TEST_CASE("the total of an empty range is written to the requested place") {
    int on_host = 0;
    int const* const nowhere = nullptr;
    gpu::reduce_into(gpu::automatic, nowhere, nowhere, &on_host, 3);
    CHECK(on_host == 3);
    gpu::reduce_into(gpu::interleaved, nowhere, nowhere, &on_host, 4);
    CHECK(on_host == 4);
    gpu::device_vector<int> on_device(1, simulated);
    gpu::reduce_into(gpu::automatic, nowhere, nowhere, on_device.begin(), 5);
    CHECK(on_device[0] == 5);
    gpu::reduce_into(gpu::interleaved.on(simulated), nowhere, nowhere, on_device.begin(), 6);
    CHECK(on_device[0] == 6);
}
