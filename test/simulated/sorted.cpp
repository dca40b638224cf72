// SPDX-License-Identifier: Apache-2.0
/// Merges, searches and histograms on the simulated device: in any order of blocks and threads,
/// alone and on all cores. No barrier is missing or superfluous. Copies of counts avoid conflicts
/// of banks.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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

/// Merges random bytes, or searches for the second ones among the first.
/// @param kernels is set to the names of those that ran
/// @return whether that is right
template <class T>
bool goes_by_numbers(std::size_t na, std::size_t nb, sorted_function function, bool is_descending,
                     std::string& kernels, launch_options options = {}) {
    std::mt19937 engine(static_cast<unsigned>(na + nb));
    std::vector<T> a(na), b(nb);
    for (auto* const x : {&a, &b})
        for (auto& one : *x) one = static_cast<T>(engine() % 97 * 2);
    auto const before = [=](T x, T y) { return is_descending ? y < x : x < y; };
    std::ranges::sort(a, before);
    bool const is_merge = function == sorted_function::merge;
    if (is_merge) std::ranges::sort(b, before);
    std::vector<T> merged(na + nb), out(na + nb);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin(), before);
    std::vector<std::uint32_t> positions(nb, 1);
    sorted_request request;
    request.value = number_of<T, types>;
    request.is_descending = is_descending ? 1 : 0;
    request.first = a.empty() ? b.data() : a.data();
    request.n = na;
    request.second = b.empty() ? a.data() : b.data();
    request.second_n = nb;
    request.out = is_merge ? static_cast<void*>(out.data()) : positions.data();
    request.out_size = sizeof(positions[0]);
    kernels = run(request, function, std::move(options)).kernel;
    if (is_merge) return out == merged;
    for (std::size_t i = 0; i < nb; ++i) {
        auto const found = function == sorted_function::lower_bound
                               ? std::lower_bound(a.begin(), a.end(), b[i], before)
                               : std::upper_bound(a.begin(), a.end(), b[i], before);
        if (positions[i] != static_cast<std::uint32_t>(found - a.begin())) return false;
    }
    return true;
}

/// Finds the splits of a merge by threads or by warps.
std::vector<std::size_t> splits_of(std::vector<std::uint32_t> const& a,
                                   std::vector<std::uint32_t> const& b, bool are_warps_used) {
    using arguments = gpu::kernel::merge_arguments<std::uint32_t>;
    std::size_t const tile = gpu::kernel::merge_shape<std::uint32_t>::tile;
    std::size_t const count = (a.size() + b.size() + tile - 1) / tile + 1;
    call_result ran;
    gpu::simulated::queue queue(ran, launch_options());
    queue.add_inputs(a.data(), a.size() * sizeof a[0], b.data(), b.size() * sizeof b[0]);
    auto* const splits = queue.allocate<std::size_t>(count);
    queue.launch<gpu::kernel::merge_partition>(
        launch_config{are_warps_used ? (count + 7) / 8 : count / 256 + 1, 256, 0},
        arguments{a.data(), a.size(), b.data(), b.size(), nullptr, splits, are_warps_used},
        order_for<std::uint32_t>(false));
    return {splits, splits + count};
}

/// Counts many bytes by bins, some of which are empty.
/// @return whether that is right
template <class T, class Count>
bool counts_bytes(std::size_t n, std::size_t bins, std::string* kernels = nullptr,
                  launch_options options = {}) {
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
    call_result const ran = run(request, sorted_function::histogram, std::move(options));
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
    std::int64_t const bounds[] = {0, bins};
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
    sorted_request request;
    request.value = number_of<std::int32_t, types>;
    request.first = x.data();
    request.n = n;
    request.second = bounds;
    request.second_n = 2;
    request.even_bins = static_cast<std::uint32_t>(bins);
    request.out = counts.data();
    request.out_size = sizeof(counts[0]);
    run(request, sorted_function::histogram, std::move(options));
    return counts;
}

bool counts_right(launch_options options) {
    return counts_of(40000, 100, 1, std::move(options)) == std::vector<std::uint32_t>(100, 400);
}

} // namespace

TEST_CASE("merges and histograms do not depend on the order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            REQUIRE(merges(3 * 3840 + seed, {.seed = seed, .parallel = parallel}));
            REQUIRE(counts_right({.seed = seed, .parallel = parallel}));
        }
}

TEST_CASE("merges of arrays that are not sorted stay within them") {
    for (unsigned seed = 1; seed <= 20; seed += test::thinned) {
        REQUIRE(merges_unsorted(10000, 9000 + seed, seed));
        REQUIRE(merges_unsorted(seed, 12000, seed));
    }
}

TEST_CASE("many bytes are counted by value, and their counts are added to the bins", "[threads]") {
    std::string kernels;
    REQUIRE(counts_bytes<std::uint8_t, std::uint32_t>(65536, 20, &kernels));
    REQUIRE(kernels == "clear + histogram + add_values");
    REQUIRE(counts_bytes<std::int8_t, std::uint32_t>(70001, 1, &kernels));
    REQUIRE(counts_bytes<std::int8_t, std::uint64_t>(70002, 200));
    REQUIRE(counts_bytes<std::int8_t, std::uint64_t>(70003, 1000));
    REQUIRE(counts_bytes<std::int8_t, std::uint32_t>(65535, 50, &kernels));
    REQUIRE(kernels == "clear + histogram");
    REQUIRE(counts_bytes<std::int8_t, std::uint32_t>(16399, 50, &kernels)); // in one block
    REQUIRE(kernels == "histogram");
    REQUIRE(counts_bytes<std::uint8_t, std::uint64_t>(16400, 4096, &kernels));
    REQUIRE(kernels == "clear + histogram");
    REQUIRE(counts_bytes<std::uint8_t, std::uint64_t>(100, 4096, &kernels));
    REQUIRE(kernels == "histogram");
    REQUIRE(counts_bytes<std::uint8_t, std::uint32_t>(100, 4097, &kernels));
    REQUIRE(kernels == "clear + histogram");
}

TEST_CASE("many bytes are merged by the ends of their numbers, and searched so") {
    std::string kernels;
    for (auto const& [na, nb] :
         {std::pair(1'000'000u, 1'097'152u), std::pair(2'097'152u, 1u), std::pair(0u, 2'097'153u)})
        for (bool const is_descending : {false, true}) {
            if (test::thinned > 1 && (na > 0 || is_descending)) continue;
            INFO(na << " and " << nb);
            auto const merge = sorted_function::merge;
            REQUIRE(goes_by_numbers<std::uint8_t>(na, nb, merge, is_descending, kernels));
            REQUIRE(kernels == "find_ends + expand_counts");
            REQUIRE(goes_by_numbers<std::int8_t>(na, nb, merge, is_descending, kernels));
        }
    REQUIRE(goes_by_numbers<std::int8_t>(65000, 535, sorted_function::merge, false, kernels));
    REQUIRE(kernels == "merge_partition + merge");
    for (auto const function : {sorted_function::lower_bound, sorted_function::upper_bound})
        for (unsigned const n : {0u, 1u, 33u, 50000u})
            for (bool const is_descending : {false, true}) {
                if (test::thinned > 1 && is_descending) continue;
                INFO("n = " << n);
                REQUIRE(goes_by_numbers<std::int8_t>(n, 65536, function, is_descending, kernels));
                REQUIRE(kernels == "find_ends + look_up_bounds");
                REQUIRE(goes_by_numbers<std::uint8_t>(n, 65537, function, is_descending, kernels));
            }
    REQUIRE(
        goes_by_numbers<std::int8_t>(5000, 65535, sorted_function::lower_bound, false, kernels));
    REQUIRE(kernels == "find_bounds");
    test::check_barriers(1, [&](launch_options const& options) {
        return goes_by_numbers<std::uint8_t>(1000, 65536, sorted_function::lower_bound, false,
                                             kernels, options);
    });
}

TEST_CASE("merges of bytes that are not sorted stay within the arrays") {
    std::mt19937 engine(1);
    std::vector<std::uint8_t> a(1'200'000), b(900'000), out(2'100'000);
    for (auto* const x : {&a, &b})
        for (auto& one : *x) one = static_cast<std::uint8_t>(engine() % 200);
    sorted_request request;
    request.value = number_of<std::uint8_t, types>;
    request.first = a.data();
    request.n = a.size();
    request.second = b.data();
    request.second_n = b.size();
    request.out = out.data();
    run(request, sorted_function::merge, {}); // accesses outside the arrays throw
    REQUIRE(a.front() < 200);
}

TEST_CASE("warps split merges as threads do") {
    std::mt19937 engine(2);
    for (auto const& [na, nb, range] :
         {std::tuple(100'000u, 90'000u, 5000u), std::tuple(50'000u, 60'000u, 3u),
          std::tuple(1u, 200'000u, 100u), std::tuple(200'000u, 33u, 100u),
          std::tuple(70'000u, 70'000u, 0xffffffffu)}) {
        std::vector<std::uint32_t> a(na), b(nb);
        for (auto* const x : {&a, &b}) {
            for (auto& one : *x) one = static_cast<std::uint32_t>(engine()) % range;
            std::ranges::sort(*x);
        }
        INFO(na << " and " << nb << " below " << range);
        REQUIRE(splits_of(a, b, true) == splits_of(a, b, false));
    }
}

TEST_CASE("no barrier of merges and histograms is missing or superfluous") {
    test::check_barriers(3, [](launch_options const& options) { return merges(10000, options); });
    test::check_barriers(2, [](launch_options const& options) { return counts_right(options); });
    // one block also clears the counts of bytes, or adds those of values to those of bins
    test::check_barriers(2, [](launch_options const& options) {
        return counts_bytes<std::uint8_t, std::uint32_t>(1000, 65, nullptr, options);
    });
    test::check_barriers(3, [](launch_options const& options) {
        return counts_bytes<std::uint8_t, std::uint32_t>(1000, 20, nullptr, options);
    });
    // counters of some of many bins: cleared, inserted, counted and added
    test::check_barriers(3, [](launch_options const& options) {
        return counts_of(20000, 13000, 1000, options)[1000] == 1539;
    });
}

TEST_CASE("bins that do not fit in shared memory are counted in global memory") {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    REQUIRE(counts_of(20000, 13000, 1, options).front() == 2);
    REQUIRE(counted.size() == 2);
    REQUIRE(counted[0].kernel == "clear");
    REQUIRE(counted[1].kernel == "histogram");
    auto const additions = [&counted] { // to counts in global memory
        std::uint64_t sum = 0;
        for (auto const& [line, counts] : counted[1].counts.lines)
            if (line.first.ends_with("counters.hpp")) sum += counts.atomics;
        return sum;
    };
    REQUIRE(additions() == 20000);
    counted.clear();
    // 13 bins have all elements: each block adds their totals
    REQUIRE(counts_of(20000, 13000, 1000, options)[1000] == 1539);
    REQUIRE(additions() == 13 * counted[1].blocks_run);
    counted.clear();
    REQUIRE(counts_of(4000, 100, 1, options).front() == 40); // one block: nothing to clear
    REQUIRE(counted.size() == 1);
}

TEST_CASE("counters that are too many for a block take none of its shared memory") {
    constexpr std::uint32_t power = std::uint32_t{1} << 29;
    for (std::uint32_t const bins : {power - 1, power, power + 1535, 2 * power, 4 * power}) {
        CAPTURE(bins);
        auto const room = histogram_room::choose(bins, 8, 0);
        CHECK(room.copies == 0);
        CHECK(room.bytes == 0);
    }
    CHECK(histogram_room::choose(1000, 8, 0).copies == 8);
}
