// SPDX-License-Identifier: Apache-2.0
/// Merges, searches and histograms on GPUs: ranges of the host are copied there and back. Nothing
/// leaks if a call of CUDA fails. The whole library on a fake runtime, with right results.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using test::gpu_20;

/// Multiples of a number.
std::vector<int> multiples(int of, int n) {
    std::vector<int> x(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = i * of;
    return x;
}

} // namespace

TEST_CASE("sorted ranges of the host are copied to the GPU, and results back") {
    auto const a = multiples(2, 5000), b = multiples(3, 4000);
    std::vector<int> out(9000), positions(4000), counts(4);
    gpu::report ran;
    auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
    gpu::merge(policy, a, b, out);
    CHECK(ran.device == gpu_20());
    CHECK(std::string(ran.kernel) == "merge_partition + merge");
    CHECK(std::vector(out.begin(), out.begin() + 6) == std::vector{0, 0, 2, 3, 4, 6});
    CHECK(out.back() == 11997);
    gpu::lower_bound(policy, a, b, positions);
    CHECK(positions[3] == 5);
    gpu::histogram(policy, a, counts, 4, 0, 10000);
    CHECK(counts == std::vector{1250, 1250, 1250, 1250});

    gpu::device_vector<int> const on_a(a, gpu_20());
    gpu::device_vector<int> on(9000, gpu_20());
    gpu::merge(gpu::automatic, on_a, b, on); // the second range is staged
    CHECK(on.to_host() == out);
    gpu::upper_bound(gpu::automatic, on_a, b, positions); // the positions are
    CHECK(positions[3] == 5);
    gpu::histogram(gpu::automatic, on_a, on, std::vector{0, 2, 9998}); // the edges are
    CHECK(on[1] == 4998);
    CHECK_THROWS_AS(gpu::merge(on_a, gpu::device_vector<int>(5, gpu::device::cuda(21)), on),
                    std::invalid_argument);
}

TEST_CASE("the launches of merges and histograms: one for few elements") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(multiples(1, 2000000), gpu_20());
    gpu::device_vector<int> out(4000000, gpu_20());
    auto const launches = [&](auto const& call) {
        int const before = machine.launches;
        call();
        return machine.launches - before;
    };
    auto const merge = [&](std::ptrdiff_t n) {
        return launches([&] {
            gpu::merge(gpu::automatic, x.begin(), x.begin() + n, x.begin(), x.begin() + n,
                       out.begin());
        });
    };
    CHECK(merge(1920) == 1);
    CHECK(merge(1921) == 2);
    auto const histogram = [&](std::ptrdiff_t n, int bins) {
        return launches([&] {
            gpu::histogram(gpu::automatic, x.begin(), x.begin() + n, out.begin(),
                           static_cast<std::size_t>(bins), 0, bins);
        });
    };
    CHECK(histogram(1000, 100) == 1);
    CHECK(histogram(2000000, 12288) == 2);
    CHECK(histogram(1000, 12289) == 2); // in global memory
    int const early = machine.early_launches;
    CHECK(histogram(2000000, 257) == 2);
    CHECK(machine.early_launches == early + 1); // while the counts are cleared
    CHECK(histogram(4099, 257) == 1);
    CHECK(machine.early_launches == early + 1); // a kernel ahead may still write the elements
    CHECK(histogram(4100, 257) == 2);
}

TEST_CASE("evenly spaced edges are neither copied nor allocated") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> const x(std::vector<float>(10'000, 0.5f), gpu_20());
    gpu::device_vector<std::uint32_t> counts(100'000, gpu_20());
    auto const histogram = [&] {
        gpu::histogram(gpu::automatic, x, counts, counts.size(), 0.f, 1.f);
    };
    histogram(); // what stays allocated
    int const copies = machine.copies, allocations = machine.allocations;
    histogram();
    CHECK(machine.copies == copies);
    CHECK(machine.allocations == allocations);
    CHECK(counts[50'000] == 10'000);
}

TEST_CASE("many bytes go by the 256 numbers") {
    std::vector<std::int8_t> a(1'600'000), b(500'000), out(2'100'000), expected(2'100'000);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::int8_t>(i * i / 7 % 211);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<std::int8_t>(i * i / 5);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
    gpu::report ran;
    auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
    gpu::merge(policy, a, b, out);
    CHECK(std::string(ran.kernel) == "find_ends + expand_counts");
    CHECK(out == expected);
    std::vector<std::uint64_t> positions(out.size());
    gpu::upper_bound(policy, a, out, positions);
    CHECK(std::string(ran.kernel) == "find_ends + look_up_bounds");
    CHECK(positions[70'000] == static_cast<std::uint64_t>(
                                   std::upper_bound(a.begin(), a.end(), out[70'000]) - a.begin()));
}

TEST_CASE("the values of many bytes are counted if their bins are searched") {
    gpu::report ran;
    auto const check = [&]<class T>(std::vector<T> const& x, auto counts, auto const& bins) {
        auto expected = counts;
        gpu::histogram(gpu::automatic.on(gpu::device::host()), x, expected, bins);
        gpu::histogram(gpu::automatic.on(gpu_20()).report_to(ran), x, counts, bins);
        CHECK(counts == expected);
    };
    std::vector<std::int8_t> x(65'536);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int8_t>(i * i / 7);
    std::vector<int> const edges{-128, -100, -1, 0, 0, 5, 128};
    check(x, std::vector<std::uint32_t>(6), edges);
    CHECK(std::string(ran.kernel) == "clear + histogram + add_values");
    check(x, std::vector<std::uint64_t>(6), edges);
    std::vector<std::uint32_t> counts(4);
    gpu::histogram(gpu::automatic.on(gpu_20()).report_to(ran), x, counts, 4, -128, 128);
    CHECK(std::string(ran.kernel) == "clear + histogram");
    x.pop_back();
    check(x, std::vector<std::uint32_t>(6), edges);
    CHECK(std::string(ran.kernel) == "clear + histogram");
}

TEST_CASE("whatever call of CUDA fails, nothing leaks and the output on the host stays") {
    auto& machine = fake_cuda::here();
    auto const a = multiples(2, 5000), b = multiples(3, 4000);
    std::vector<int> out(9000), counts(9000);
    auto const policy = gpu::automatic.on(gpu_20());
    auto const call = [&] {
        gpu::merge(policy, a, b, out);
        gpu::histogram(policy, a, counts, 9000, 0, 9000);
    };
    call(); // what stays allocated
    auto const blocks = machine.device_memory.size();
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        counts.assign(9000, -1);
        machine.failing_call = machine.calls + k;
        try {
            call();
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
            CHECK(counts.front() == -1);
        }
        REQUIRE(k < 400);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    CHECK(failures > 3);
    call();
    CHECK(counts.front() == 1);
}
