// SPDX-License-Identifier: Apache-2.0
/// Containers on GPUs if CUDA calls fail, on the fake runtime.
#include "fake_runtime.hpp"

#include <gpualgo/device_vector.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/pinned_vector.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <vector>

namespace {

using vector = gpu::device_vector<int>;
using matrix = gpu::matrix<int>;

/// Lets each CUDA call that a change makes fail, one at a time. Failures that a container can
/// ignore, such as those of calls that free memory, do not count.
/// @param make creates the container before the change
/// @param change throws gpu::error if it fails
/// @param is_untouched whether a container is still as `make` created it
template <class Make, class Change, class IsUntouched>
void fail_each(Make make, Change change, IsUntouched is_untouched) {
    auto& machine = fake_cuda::here();
    int failures = 0;
    for (int good = 0;; ++good) {
        auto container = make();
        auto const blocks = machine.device_memory.size();
        machine.fail_after(good, cudaErrorUnknown);
        bool failed = false;
        try {
            change(container);
        } catch (gpu::error const&) {
            failed = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        INFO("the call after " << good << " fails");
        REQUIRE(failed == is_untouched(container));
        if (failed) REQUIRE(machine.device_memory.size() == blocks);
        failures += failed;
        if (!reached) break;
    }
    CHECK(failures > 2);
}

} // namespace

TEST_CASE("a vector that fails to grow keeps its elements, its capacity and its address") {
    int const* address = nullptr;
    fail_each(
        [&] {
            vector v({1, 2, 3}, gpu::device::cuda(30));
            address = v.data();
            return v;
        },
        [](vector& v) { v.resize(1000, 7); },
        [&](vector const& v) {
            return v.data() == address && v.capacity() == 3 && v.to_host() == std::vector{1, 2, 3};
        });
}

TEST_CASE("a vector is unchanged if inserting or erasing elements fails") {
    int const* address = nullptr;
    auto const make = [&] {
        vector v({1, 2, 3}, gpu::device::cuda(33));
        address = v.data();
        return v;
    };
    auto const is_untouched = [&](vector const& v) {
        return v.data() == address && v.capacity() == 3 && v == std::vector{1, 2, 3};
    };
    fail_each(
        make, [](vector& v) { v.push_back(4); }, is_untouched);
    fail_each(
        make,
        [](vector& v) {
            v.insert(v.begin() + 1, {7, 8});
        },
        is_untouched);
    fail_each(
        make, [](vector& v) { v.erase(v.begin()); }, is_untouched);
    vector const other({4, 5}, gpu::device::cuda(34));
    fail_each(
        make, [&](vector& v) { v.insert(v.end(), other.begin(), other.end()); }, is_untouched);
}

TEST_CASE(
    "elements of another type come from a GPU in one copy, and so do those that are compared") {
    vector const v(std::vector<int>(1000, 7), gpu::device::cuda(35));
    auto& machine = fake_cuda::here();
    auto const calls_of = [&](auto use) {
        int const before = machine.calls;
        use();
        return machine.calls - before;
    };
    gpu::device_vector<double> d(gpu::device::host());
    CHECK(calls_of([&] { d = v; }) < 20); // the calls of one copy
    CHECK(d == std::vector<double>(1000, 7));
    CHECK(calls_of([&] { CHECK(v == std::vector<int>(1000, 7)); }) < 20);
    CHECK(v != std::vector<int>(999, 7));
}

TEST_CASE("a matrix is unchanged if assigning to it fails") {
    matrix const large(90, 90, gpu::device::cuda(32));
    fail_each(
        [] {
            return matrix(2, 2, {1, 2, 3, 4}, gpu::device::cuda(31));
        },
        [&](matrix& m) { m = large; },
        [](matrix const& m) {
            return m.rows() == 2 && m.columns() == 2 && m.to_host() == std::vector{1, 2, 3, 4};
        });
}

TEST_CASE("a sharded vector is unchanged if assigning to it fails") {
    using sharded = gpu::sharded_vector<int>;
    gpu::device_group const group{gpu::device::cuda(36), gpu::device::cuda(37)};
    std::vector<int> const few(5'000, 7);
    sharded const other(20'000, 8, group);
    fail_each([&] { return sharded(few, group); }, [&](sharded& v) { v = other; },
              [&](sharded const& v) { return v.size() == few.size() && v.to_host() == few; });
}

TEST_CASE("any CUDA call that locks the pages of a vector may fail: the vector is unchanged, and "
          "no page stays locked") {
    auto& machine = fake_cuda::here();
    gpu::pinned_vector<int> const few{1, 2, 3};
    gpu::pinned_vector<int> const many(5000, 7);
    gpu::pinned_vector<int> v(few);
    auto const locked = machine.registered.size();
    int failures = 0;
    for (int good = 0;; ++good) {
        machine.fail_after(good, cudaErrorMemoryAllocation);
        bool failed = false;
        try {
            v = many;
        } catch (gpu::out_of_memory const&) {
            failed = true;
        }
        machine.heal();
        INFO("the call after " << good << " fails");
        REQUIRE(v == (failed ? few : many));
        if (!failed) break; // later failures only affect freeing
        REQUIRE(machine.registered.size() == locked);
        ++failures;
    }
    CHECK(failures > 1);
}
