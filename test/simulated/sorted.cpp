// SPDX-License-Identifier: Apache-2.0
/// Merges, searches and histograms on the simulated device: in any order of blocks and threads,
/// alone and on all cores. No barrier is missing or superfluous. Copies of counts avoid conflicts
/// of banks.
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/sorted_request.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using gpu::simulated::same;
using test::finding;
using test::launch_options;

namespace {

using namespace gpu::detail;

call_result run(sorted_request& request, sorted_function function, launch_options options) {
    request.function = static_cast<std::uint32_t>(function);
    request.block_size = 256;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::run_sorted(queue, request);
    return ran;
}

/// Merges the even and the odd numbers below n.
bool merges(std::size_t n, launch_options options) {
    std::vector<std::int32_t> even(n - n / 2), odd(n / 2), out(n), expected(n);
    std::iota(expected.begin(), expected.end(), 0);
    for (std::size_t i = 0; i < n; ++i)
        (i % 2 == 0 ? even : odd)[i / 2] = static_cast<std::int32_t>(i);
    sorted_request request;
    request.value = number_of<std::int32_t, types>;
    request.first = even.data();
    request.n = even.size();
    request.second = odd.data();
    request.second_n = odd.size();
    request.out = out.data();
    run(request, sorted_function::merge, std::move(options));
    return out == expected;
}

/// Merges arrays that are not sorted.
/// @return whether elements of the arrays were written, whatever they are
bool merges_unsorted(std::size_t na, std::size_t nb, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<std::uint16_t> a(na), b(nb), out(na + nb, 5000);
    for (auto* const x : {&a, &b})
        for (auto& one : *x) one = static_cast<std::uint16_t>(engine() % 4000);
    sorted_request request;
    request.value = number_of<std::uint16_t, types>;
    request.first = a.data();
    request.n = na;
    request.second = b.data();
    request.second_n = nb;
    request.out = out.data();
    run(request, sorted_function::merge, {}); // accesses outside the arrays throw
    return std::ranges::none_of(out, [](std::uint16_t x) { return x >= 4000; });
}

/// Counts many bytes by bins, some of which are empty.
/// @return whether that is right
template <class T, class Count>
bool counts_bytes(std::size_t n, std::size_t bins, std::string* kernels = nullptr) {
    std::mt19937 engine(static_cast<unsigned>(n));
    std::vector<T> x(n);
    for (auto& one : x) one = static_cast<T>(engine());
    std::vector<std::int64_t> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i)
        edges[i] = static_cast<std::int64_t>(i * 200 / bins) - 100;
    std::vector<Count> counts(bins, 77), expected(bins);
    for (T const one : x)
        if (one >= edges.front() && one < edges.back())
            ++expected[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), one) -
                                                edges.begin() - 1)];
    sorted_request request;
    request.value = number_of<T, types>;
    request.first = x.data();
    request.n = n;
    request.second = edges.data();
    request.second_n = edges.size();
    request.out = counts.data();
    request.out_size = sizeof(Count);
    call_result const ran = run(request, sorted_function::histogram, {});
    if (kernels != nullptr) *kernels = ran.kernel;
    return counts == expected;
}

/// Counts numbers by bins of one each.
/// @param stride of bins between elements
std::vector<std::uint32_t> counts_of(std::size_t n, std::int32_t bins, std::int32_t stride,
                                     launch_options options) {
    std::vector<std::int32_t> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = static_cast<std::int32_t>(i * static_cast<std::size_t>(stride) %
                                         static_cast<std::size_t>(bins));
    std::vector<std::int64_t> edges(static_cast<std::size_t>(bins) + 1);
    std::iota(edges.begin(), edges.end(), 0);
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
    sorted_request request;
    request.value = number_of<std::int32_t, types>;
    request.first = x.data();
    request.n = n;
    request.second = edges.data();
    request.second_n = edges.size();
    request.is_even = 1;
    request.out = counts.data();
    request.out_size = sizeof(counts[0]);
    run(request, sorted_function::histogram, std::move(options));
    return counts;
}

bool counts_right(launch_options options) {
    return counts_of(40000, 100, 1, std::move(options)) == std::vector<std::uint32_t>(100, 400);
}

/// Runs without each of the barriers that `right` passes.
template <class Right>
void check_barriers(std::size_t barriers, Right right) {
    std::vector<gpu::code_location> sites;
    launch_options options;
    options.parallel = false;
    options.omits = [&](gpu::code_location const& site) {
        if (std::ranges::none_of(sites, [&](auto const& other) { return same(site, other); }))
            sites.push_back(site);
        return false;
    };
    REQUIRE(right(options));
    REQUIRE(sites.size() == barriers);
    for (auto const& site : sites) {
        unsigned found = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) try {
                options.seed = seed;
                options.omits = [&](auto const& other) { return same(site, other); };
                (void)right(options);
            } catch (finding const&) {
                ++found;
            }
        REQUIRE(found == 5);
    }
}

} // namespace

TEST_CASE("merges and histograms do not depend on the order of blocks and threads") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (bool const parallel : {false, true}) {
            REQUIRE(merges(3 * 3840 + seed, {.seed = seed, .parallel = parallel}));
            REQUIRE(counts_right({.seed = seed, .parallel = parallel}));
        }
}

TEST_CASE("merges of arrays that are not sorted stay within them") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        REQUIRE(merges_unsorted(10000, 9000 + seed, seed));
        REQUIRE(merges_unsorted(seed, 12000, seed));
    }
}

TEST_CASE("many bytes are counted by value, and their counts are added to the bins") {
    std::string kernels;
    REQUIRE(counts_bytes<std::uint8_t, std::uint32_t>(65536, 20, &kernels));
    REQUIRE(kernels == "clear + histogram + add_values");
    REQUIRE(counts_bytes<std::int8_t, std::uint32_t>(70001, 1, &kernels));
    REQUIRE(counts_bytes<std::int8_t, std::uint64_t>(70002, 200));
    REQUIRE(counts_bytes<std::int8_t, std::uint64_t>(70003, 1000));
    REQUIRE(counts_bytes<std::int8_t, std::uint32_t>(65535, 50, &kernels));
    REQUIRE(kernels == "clear + histogram");
}

TEST_CASE("no barrier of merges and histograms is missing or superfluous") {
    check_barriers(3, [](launch_options const& options) { return merges(10000, options); });
    check_barriers(2, [](launch_options const& options) { return counts_right(options); });
}

TEST_CASE("bins that do not fit in shared memory are counted in global memory") {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    REQUIRE(counts_of(20000, 13000, 1, options).front() == 2);
    REQUIRE(counted.size() == 2);
    REQUIRE(counted[0].kernel == "clear");
    REQUIRE(counted[1].kernel == "histogram");
    REQUIRE(counted[1].counts.total().atomics == 20000);
    counted.clear();
    REQUIRE(counts_of(4000, 100, 1, options).front() == 40); // one block: nothing to clear
    REQUIRE(counted.size() == 1);
}
