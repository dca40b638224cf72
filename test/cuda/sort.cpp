// SPDX-License-Identifier: Apache-2.0
/// Sorts on GPUs: ranges and values of the host are copied there and back, and values of any size
/// are gathered. Results end up in the memory of the input. Nothing leaks if a call of CUDA fails.
/// The whole library on a fake runtime, whose launches sort.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using test::gpu_20;

template <class T>
std::vector<T> shuffled(std::size_t n) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(i);
    std::ranges::shuffle(x, std::mt19937(1));
    return x;
}

using ten_bytes = std::array<std::uint16_t, 5>;

} // namespace

TEST_CASE("ranges and values of the host are copied to the GPU and back") {
    for (std::size_t const n : {100u, 3000u, 20000u}) {
        bool const is_by_cub = n == 3000; // elements of 2 bytes: see is_sorted_by_merges
        std::string const keys_by = n < 5000 ? "sort_block" : "sort_runs + merge_pairs";
        std::string const by = is_by_cub  ? "cub::DeviceRadixSort"
                               : n < 5000 ? "sort_runs"
                                          : "sort_runs + merge_pairs";
        gpu::report ran;
        auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
        auto const x = shuffled<std::uint16_t>(n);
        auto keys = x;
        gpu::sort(policy, keys, std::greater<>());
        CHECK(std::ranges::is_sorted(keys, std::greater<>()));
        CHECK(ran.device == gpu_20());
        CHECK(ran.kernel == keys_by);
        CHECK(ran.bytes == 2 * n);
        CHECK(gpu::is_sorted(policy, keys, std::greater<>()));
        CHECK(ran.kernel == "clear + find_descent");
        CHECK(gpu::is_sorted_until(policy, keys) == keys.begin() + 1);

        std::vector<std::uint32_t> indices(n);
        gpu::argsort(policy, x, indices);
        CHECK(ran.kernel == (is_by_cub ? "gather + number + " + by : by));
        gpu::argsort(gpu::vendor.on(gpu_20()).report_to(ran), x, indices);
        CHECK(ran.kernel == "gather + number + cub::DeviceRadixSort");
        for (std::size_t i = 0; i < n; ++i) REQUIRE(x[indices[i]] == i);

        keys = x;
        std::vector<ten_bytes> values(n);
        for (std::size_t i = 0; i < n; ++i) values[i] = {x[i], 1, 2, 3, x[i]};
        gpu::sort_by_key(policy, keys, values);
        CHECK(ran.kernel == "number + " + by + " + gather");
        CHECK(ran.bytes == n * (2 + sizeof(ten_bytes)));
        for (std::size_t i = 0; i < n; ++i) {
            REQUIRE(keys[i] == i);
            REQUIRE(values[i] == ten_bytes{static_cast<std::uint16_t>(i), 1, 2, 3,
                                           static_cast<std::uint16_t>(i)});
        }
    }
    std::vector<std::uint8_t> bytes(30000); // one pass: the result is copied back
    std::vector<double> values(30000);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 7);
        values[i] = bytes[i];
    }
    gpu::sort_by_key(gpu::vendor.on(gpu_20()), bytes, values);
    CHECK(std::ranges::is_sorted(bytes));
    CHECK(std::ranges::equal(bytes, values));
}

TEST_CASE("vectors of a GPU are sorted in place") {
    gpu::device_vector<float> keys(shuffled<float>(4000), gpu_20());
    gpu::device_vector<std::int64_t> values(shuffled<std::int64_t>(4000), gpu_20());
    gpu::sort_by_key(keys, values);
    auto const sorted = keys.to_host();
    CHECK(std::ranges::is_sorted(sorted));
    CHECK(std::ranges::equal(sorted, values.to_host()));
    CHECK(gpu::is_sorted(keys));
    std::vector<std::int64_t> here(4000);
    CHECK_THROWS_WITH(
        gpu::sort_by_key(keys, here),
        Catch::Contains("the range lies on cuda:20, and the values in memory of the host"));
    CHECK_THROWS_AS(gpu::sort_by_key(keys, gpu::device_vector<int>(4000, gpu::device::cuda(21))),
                    std::invalid_argument);
}

TEST_CASE("a warm sort allocates and copies nothing") {
    auto& machine = fake_cuda::here();
    auto const check = [&](auto keys, char const* kernel) {
        INFO(keys.size() << " keys of " << sizeof(keys[0]) << " bytes");
        gpu::device_vector const on(keys, gpu_20());
        auto sorted = on, again = on;
        gpu::sort(sorted);
        int const allocated = machine.allocations, copied = machine.copies;
        gpu::report ran;
        gpu::sort(gpu::automatic.report_to(ran), again);
        CHECK(machine.allocations == allocated); // the workspace keeps what the first sort took
        CHECK(machine.copies == copied);
        CHECK(ran.kernel == kernel);
        std::ranges::sort(keys);
        CHECK(again.to_host() == keys);
    };
    std::size_t const n = 1'600'000; // more than a workspace has room for, and than is merged
    check(shuffled<std::int32_t>(n), "cub::DeviceRadixSort");
    check(shuffled<double>((9 << 18) + 1), "cub::DeviceRadixSort");
    // few numbers are merged: nothing is copied, for any number of launches
    for (std::size_t const few : {1u, 1000u, 1024u, 1025u, 4864u}) {
        check(shuffled<std::int8_t>(few), "sort_block");
        check(shuffled<std::uint16_t>(few), "sort_block");
        check(shuffled<std::int32_t>(few), few > 1024 ? "sort_block" : "sort_runs");
    }
    check(shuffled<double>(4608), "sort_runs");
    check(shuffled<double>(4609), "sort_runs + merge_pairs");
    for (std::size_t const few : {4865u, 10'000u, 30'000u, 100'000u}) {
        check(shuffled<std::int32_t>(few), "sort_runs + merge_pairs");
        check(shuffled<double>(few), "sort_runs + merge_pairs");
    }
    check(shuffled<float>(9 << 17), "sort_runs + merge_pairs");
    check(shuffled<float>((9 << 17) + 1), "cub::DeviceRadixSort");
    check(shuffled<std::uint16_t>(4865), "sort_runs + merge_pairs");
    check(shuffled<std::uint16_t>(65535), "sort_runs + merge_pairs");
    check(shuffled<std::int16_t>(65536), "count_keys + add_key_counts + expand_keys");
    // blocks may have more equal numbers than a counter's half
    check(shuffled<std::int16_t>(n), "clear + count_keys + add_key_counts + expand_keys");
    check(shuffled<std::int8_t>(n), "clear + histogram + expand_counts");
    check(shuffled<std::uint8_t>(4865), "histogram + expand_counts"); // one block

    std::size_t const many = 2 * n; // more than the workspace has kept
    gpu::device_vector<float> keys(shuffled<float>(many), gpu_20());
    gpu::device_vector<std::int64_t> values(shuffled<std::int64_t>(many), gpu_20());
    int const allocated = machine.allocations, copied = machine.copies;
    gpu::sort_by_key(keys, values);
    CHECK(machine.allocations - allocated == 1);
    CHECK(machine.copies == copied);
    CHECK(std::ranges::is_sorted(values.to_host()));
}

TEST_CASE("whatever call of CUDA fails in a sort, nothing leaks") {
    auto& machine = fake_cuda::here();
    auto const x = shuffled<int>(10000);
    std::vector<ten_bytes> const given(10000, ten_bytes{1, 2, 3});
    auto const policy = gpu::automatic.on(gpu_20());
    auto keys = x;
    auto values = given;
    gpu::sort_by_key(policy, keys, values); // what stays allocated
    auto const blocks = machine.device_memory.size();
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        keys = x;
        machine.failing_call = machine.calls + k;
        try {
            gpu::sort_by_key(policy, keys, values);
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
        }
        REQUIRE(k < 200);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    CHECK(failures > 3);
    CHECK(std::ranges::is_sorted(keys));
}

TEST_CASE("structures of a GPU are sorted by a field") {
    struct record {
        std::int32_t place;
        float key;
        double other;
    };
    for (std::size_t const n : {1u, 1000u, 6000u, 2'000'000u}) {
        auto const keys = shuffled<float>(n);
        std::vector<record> given(n);
        for (std::size_t i = 0; i < n; ++i) given[i] = {static_cast<int>(i), keys[i], 0.5};
        gpu::report ran;
        gpu::device_vector<record> on(given, gpu_20());
        gpu::sort(gpu::automatic.report_to(ran), on, std::greater<>(), &record::key);
        CHECK(ran.device == gpu_20());
        CHECK(ran.bytes == n * sizeof(record));
        CHECK_THAT(ran.kernel, Catch::StartsWith("take_fields + number + "));
        gpu::sort(gpu::automatic.on(gpu_20()), given, std::greater<>(), &record::key);
        gpu::device_vector<record> const unsorted(given, gpu_20());
        gpu::device_vector<int> order(n, gpu_20());
        gpu::argsort(unsorted, order, std::less<>(), &record::key);
        gpu::sort_by_key(on, order, std::less<>(), &record::key);
        gpu::sort_by_key(on, order, std::greater<>(), &record::key);
        CHECK(order.to_host()[0] == static_cast<int>(n - 1));
        auto const sorted = on.to_host();
        for (std::size_t i = 0; i < n; ++i) {
            REQUIRE(sorted[i].key == static_cast<float>(n - 1 - i));
            REQUIRE(keys[static_cast<std::size_t>(sorted[i].place)] == sorted[i].key);
            REQUIRE(given[i].place == sorted[i].place);
        }
    }
}
