// SPDX-License-Identifier: Apache-2.0
/// Merges, searches and histograms on GPUs: ranges of the host are copied there and back. Nothing
/// leaks if a call of CUDA fails. The whole library on a fake runtime, with right results.
#include "fake_runtime.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

gpu::device gpu_20() { return gpu::device::cuda(20); }

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
    CHECK(histogram(2000000, 256) == 1);        // CUB's
}

TEST_CASE("CUB counts many integers in few bins, exactly as our edges divide them") {
    std::mt19937 engine(1);
    gpu::report ran;
    auto const check = [&]<class T>(std::vector<T> const& x, std::size_t bins, T lower, T upper,
                                    char const* kernel) {
        INFO(bins << " bins from " << lower << " to " << upper);
        std::vector<std::uint32_t> expected(bins);
        gpu::histogram(gpu::automatic.on(gpu::device::host()), x, expected, bins, lower, upper);
        gpu::device_vector<T> const on(x, gpu_20());
        gpu::device_vector<std::uint32_t> counts(bins, gpu_20());
        gpu::histogram(gpu::automatic.report_to(ran), on, counts, bins, lower, upper);
        CHECK(counts.to_host() == expected);
        CHECK(std::string(ran.kernel) == kernel);
    };
    char const *const cub = "cub::DeviceHistogram::HistogramEven", *const own = "clear + histogram";
    auto const numbers = [&]<class T>(std::size_t n, std::uint32_t range, T first) {
        std::vector<T> x(n);
        for (auto& one : x)
            one = static_cast<T>(static_cast<std::uint32_t>(first) + engine() % range);
        return x;
    };
    auto const few = numbers(65'535, 1000u, -500), narrow = numbers(65'536, 1000u, -500);
    check(few, 100, -500, 500, own);
    for (int i = 0; i < 200; ++i) {
        int const lower = static_cast<int>(engine() % 900) - 600;
        check(narrow, 1 + engine() % 256, lower, lower + 1 + static_cast<int>(engine() % 1500),
              cub);
    }
    check(narrow, 257, -500, 500, own);
    constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
    auto const wide = numbers(70'000, 0xffffffffu, 0);
    check(wide, 256, 0, most, cub);
    check(wide, 97, least, -1, cub);
    check(wide, 97, least, 0, own); // 2^31 apart
    check(wide, 97, least, most, own);
    auto const unsigned_ones = numbers(70'000, 0xffffffffu, 0u);
    check(unsigned_ones, 251, 0u, 0xffffffffu, cub);
    check(unsigned_ones, 3, 0xfffffff0u, 0xffffffffu, cub);
    // counts of 64 bits, and other edges, are ours
    gpu::device_vector<int> const on(narrow, gpu_20());
    std::vector<std::uint64_t> counts(4);
    gpu::histogram(gpu::automatic.report_to(ran), on, counts, 4, -500, 500);
    CHECK(std::string(ran.kernel) == own);
    gpu::histogram(gpu::automatic.report_to(ran), on, counts,
                   std::vector<std::int64_t>{-500, 0, 7, 8, 500});
    CHECK(std::string(ran.kernel) == own);
}

TEST_CASE("CUB counts the values of many bytes") {
    gpu::report ran;
    auto const check = [&]<class T>(std::vector<T> const& x, auto counts, auto bins) {
        auto expected = counts;
        gpu::histogram(gpu::automatic.on(gpu::device::host()), x, expected, bins);
        gpu::histogram(gpu::automatic.on(gpu_20()).report_to(ran), x, counts, bins);
        CHECK(counts == expected);
    };
    std::vector<std::int8_t> x(65'536);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int8_t>(i * i / 7);
    std::vector<int> const edges{-128, -100, -1, 0, 0, 5, 128};
    check(x, std::vector<std::uint32_t>(6), edges);
    CHECK(std::string(ran.kernel) == "cub::DeviceHistogram::HistogramEven + clear + add_values");
    check(x, std::vector<std::uint64_t>(6), edges);
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
