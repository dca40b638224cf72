// SPDX-License-Identifier: Apache-2.0
/// Selections and scans: one atomic per warp, totals passed from block to block, and large problems
/// from few blocks.
#include "lane_orders.hpp"

#include "explain/counting.hpp"
#include "explain/problem.hpp"
#include "scan/names.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

using namespace gpu::detail;
using gpu::problem;

namespace {

constexpr auto all = std::numeric_limits<std::uint64_t>::max();

template <class T>
constexpr auto number = number_of<as_listed<T>, types>;

explain_request asked(explained_algorithm algorithm, std::uint32_t value, std::uint64_t n,
                      std::uint32_t strategy = 0) {
    explain_request request;
    request.algorithm = static_cast<std::uint32_t>(algorithm);
    request.value = value;
    request.n = n;
    request.strategy = strategy;
    check(request);
    return request;
}

/// Compares launches of which all blocks ran with those of which few did.
void require_equal(launches const& exact, launches const& few) {
    REQUIRE(exact.size() == few.size());
    bool is_extrapolated = false;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        CAPTURE(i, exact[i].kernel);
        REQUIRE(exact[i].kernel == few[i].kernel);
        REQUIRE(exact[i].shape.grid.volume() == few[i].shape.grid.volume());
        REQUIRE(exact[i].counts == few[i].counts);
        REQUIRE(!exact[i].is_extrapolated);
        is_extrapolated |= few[i].is_extrapolated;
    }
    REQUIRE(is_extrapolated);
}

/// Sets the sectors of totals of other tiles to those of another launch, if they are close. Lanes
/// that need no total of a tile's lowest level read the next level in the same warp-step. Which
/// ones do so depends on two digits at a time. Extrapolation adds digits.
void take_sectors_of_totals(launches const& from, launches& to) {
    for (auto& [line, counts] : to.at(0).counts.lines) {
        if (!line.first.ends_with("total_word.hpp")) continue;
        auto const expected = from.at(0).counts.lines.at(line).global_loads.sectors;
        REQUIRE(static_cast<double>(counts.global_loads.sectors) ==
                Approx(static_cast<double>(expected)).epsilon(0.04));
        counts.global_loads.sectors = expected;
    }
}

gpu::explanation::launch const& launch_of(gpu::explanation const& e, std::string const& kernel) {
    return *std::ranges::find(e.launches, kernel, &gpu::explanation::launch::kernel);
}

} // namespace

TEST_CASE("selections by warps: one atomic per warp, not one per selected element") {
    constexpr std::uint64_t n = 1 << 20; // of which half are selected
    auto const copy = gpu::explain(gpu::warp_shuffle, problem::copy_if<int>(n));
    auto const& launch = launch_of(copy, "select_by_warps");
    REQUIRE(launch.warps == n / 512); // a warp has 4 rows of 32 vectors of 4
    REQUIRE(copy.total().atomics == launch.warps);
    REQUIRE(copy.total().global_stores.bytes_used >= n / 2 * 4);
    auto const partition = gpu::explain(gpu::warp_shuffle, problem::partition_copy<int>(n));
    REQUIRE(partition.total().atomics == 2 * launch.warps); // one per output
    auto const count = gpu::explain(gpu::warp_shuffle, problem::count_if<int>(n));
    REQUIRE(count.total().atomics == launch_of(count, "count_by_warps").warps);
    // automatic counts with one per block; to copy, a block draws its number, or several tiles
    auto const by_blocks = gpu::explain(gpu::automatic, problem::count_if<int>(n));
    REQUIRE(by_blocks.total().atomics == launch_of(by_blocks, "count").grid.x);
    auto const stable = gpu::explain(gpu::automatic, problem::copy_if<int>(n));
    REQUIRE(stable.total().atomics == launch_of(stable, "select").grid.x);
}

TEST_CASE("selections: every element is read once, and half of them are written") {
    constexpr std::uint64_t n = (1 << 20) + 4096 + 5;
    auto const copied = gpu::explain(gpu::automatic, problem::copy_if<int>(n));
    auto const launch = std::size_t(&launch_of(copied, "select") - copied.launches.data());
    auto const tiles = copied.launches[launch].grid.x;
    auto const total = copied.total(launch);
    // besides elements, a tile writes a word of 16 bytes, and the last one of 32 another for these
    REQUIRE(total.global_stores.bytes_used == n / 2 * 4 + 16 * (tiles + tiles / 32) + 16);
    std::uint64_t words = 32 * (tiles / 32); // that tiles read to add those of 32
    for (std::uint64_t tile = 1; tile < tiles; ++tile) words += tile % 32 + tile / 32;
    REQUIRE(total.global_loads.bytes_used == n * 4 + 16 * words);
    REQUIRE(copied.notes.size() == 2);
    REQUIRE_THAT(to_string(copied), Catch::Contains("Every other element is selected.") &&
                                        Catch::Contains("No block waits:"));
    auto const product = gpu::explain(gpu::automatic, problem::matmul<float>(64, 64, 64));
    REQUIRE(product.notes.size() == 1);
    REQUIRE_THAT(product.notes[0], Catch::Contains("cuBLAS or tensor cores"));
    REQUIRE(gpu::explain(gpu::register_tile, problem::matmul<float>(64, 64, 64)).notes.empty());
}

TEST_CASE("selections: few blocks stand for all") {
    using enum explained_algorithm;
    constexpr auto by_warps = index_of<gpu::policy::warp_shuffle, strategies>;
    for (auto const& [algorithm, strategy] :
         {std::pair(count_if, 0u), std::pair(count_if, unsigned{by_warps}),
          std::pair(copy_if, unsigned{by_warps}), std::pair(partition_copy, unsigned{by_warps})})
        for (unsigned const offset : {0u, 1u}) {
            auto request = asked(algorithm, number<double>, 600001, strategy);
            request.offset = offset;
            CAPTURE(request.algorithm, strategy, offset);
            require_equal(count_selection(request, all), count_selection(request, 0));
        }
}

TEST_CASE("selections in order: some tiles stand for all") {
    using enum explained_algorithm;
    // blocks have more than three tiles: otherwise all run
    for (auto const& [algorithm, value, n, offset] :
         {std::tuple(copy_if, number<double>, 800u * 2048 + 1000, 1u),
          std::tuple(partition_copy, number<std::int32_t>, 800u * 4096 + 2, 0u)}) {
        auto request = asked(algorithm, value, n);
        request.offset = offset;
        CAPTURE(request.algorithm, offset);
        auto const exact = count_selection(request, all);
        auto few = count_selection(request, 0);
        take_sectors_of_totals(exact, few);
        require_equal(exact, few);
    }
}

TEST_CASE("named scans: few blocks stand for all") {
    for (std::uint32_t strategy = 1; strategy < known_scan_strategies.size() - 1; ++strategy) {
        CAPTURE(known_scan_strategies[strategy].name);
        auto request = asked(explained_algorithm::exclusive_scan, number<float>, 100003, strategy);
        for (unsigned const offset : {0u, 1u, 3u}) {
            request.offset = offset;
            CAPTURE(offset);
            require_equal(count_scan(request, all), count_scan(request, 0));
        }
    }
}

TEST_CASE("canonical scans: some tiles stand for all") {
    auto const of = [](explained_algorithm kind, std::uint32_t value, std::uint64_t n,
                       std::uint64_t offset = 0) {
        auto request = asked(kind, value, n);
        request.offset = offset;
        CAPTURE(n, value, offset);
        auto const exact = count_scan(request, all);
        auto few = count_scan(request, 0);
        take_sectors_of_totals(exact, few);
        require_equal(exact, few);
    };
    using enum explained_algorithm;
    // blocks have more than three tiles: otherwise all run. Groups of 32 and of 1024 tiles
    of(inclusive_scan, number<std::complex<double>>, 1100 * 1024);
    // Addresses that are not aligned: the first tile has another beginning. The last whole one has
    // another end, if fewer elements than a vector has follow it.
    for (unsigned const rest : {2u, 1000u}) of(inclusive_scan, number<float>, 800 * 4096 + rest, 1);
    of(inclusive_scan, number<std::int8_t>, 800 * 8192 + 7, 13);
    of(exclusive_scan, number<std::int16_t>, 800 * 4096 + 3, 5);
}

TEST_CASE("a canonical scan reads each element once, and writes each result once") {
    constexpr std::uint64_t n = 123 << 12;
    auto const e = gpu::explain(gpu::automatic, problem::inclusive_scan<float>(n));
    REQUIRE(e.launches.size() == 1);
    REQUIRE(e.launches[0].grid.x == 123);
    auto const total = e.total();
    // a tile reads as many totals of 8 bytes as its digits to the base of 32 say
    std::uint64_t words = 0;
    for (std::uint64_t tile = 0; tile < 123; ++tile) words += tile % 32 + tile / 32;
    REQUIRE(total.global_loads.bytes_used == n * 4 + 8 * (words + 3 * 32));
    REQUIRE(total.global_stores.bytes_used == n * 4 + 8 * (123 + 3));
    REQUIRE(total.atomics == 123); // each block asks for the number of the launch
    REQUIRE(total.shared_loads.conflict_degree() == Approx(1).margin(0.01));
}

TEST_CASE("scans of blocks: steps and operations as textbooks say") {
    // hillis_steele: log2 n steps of all threads but those before the stride; blelloch: 2 n
    auto const threads_of = [](auto policy) {
        auto const e = gpu::explain(policy.block_size(256), problem::inclusive_scan<int>(256));
        std::uint64_t loads = 0; // of the fold
        for (auto const& line : e)
            if (line.launch == 0 && line.counts.shared_loads.requests > 0)
                loads = std::max(loads, line.counts.thread_steps());
        return std::pair(loads, e.total(0).barriers / 8);
    };
    auto const [parallel, parallel_barriers] = threads_of(gpu::hillis_steele);
    REQUIRE(parallel == 8 * 256 - 255); // the sum of 256 - stride
    REQUIRE(parallel_barriers == 1 + 2 * 8);
    auto const [tree, tree_barriers] = threads_of(gpu::blelloch);
    REQUIRE(tree == 2 * 256 - 2 - 8);
    REQUIRE(tree_barriers == 1 + 8 + 8);
    auto const shuffles =
        gpu::explain(gpu::warp_shuffle.block_size(256), problem::inclusive_scan<int>(1024));
    REQUIRE(shuffles.total(0).shuffles == 8 * 5 + 6);
}

TEST_CASE("few of 2^30 elements of selections and scans are simulated") {
    constexpr std::uint64_t n = (std::uint64_t{1} << 30) + 12345;
    for (auto const& explained :
         {gpu::explain(gpu::automatic, problem::copy_if<float>(n)),
          gpu::explain(gpu::warp_shuffle, problem::copy_if<float>(n)),
          gpu::explain(gpu::automatic, problem::inclusive_scan<float>(n)),
          gpu::explain(gpu::hillis_steele, problem::inclusive_scan<int>(n))})
        REQUIRE(
            std::ranges::any_of(explained.launches, &gpu::explanation::launch::is_extrapolated));
}

TEST_CASE("counts of selections and scans are the same for every order of lanes") {
    REQUIRE(explain_test::counts_alike_in_other_order(problem::partition_copy<int>(100000),
                                                      problem::exclusive_scan<double>(100000)));
}

TEST_CASE("policies and types that selections and scans do not have are refused") {
    auto const refusal = [](auto policy, problem const& p) {
        try {
            (void)gpu::explain(policy, p);
        } catch (std::invalid_argument const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    REQUIRE(refusal(gpu::interleaved, problem::copy_if<int>(100)) ==
            "gpu::explain(interleaved, copy_if of 100 int32): interleaved does not serve copy_if; "
            "these do: automatic, warp_shuffle");
    REQUIRE_THAT(refusal(gpu::vendor, problem::count_if<int>(100)),
                 Catch::Contains("vendor has no kernel that the simulated device can run"));
    REQUIRE_THAT(refusal(gpu::neighbored, problem::inclusive_scan<int>(100)),
                 Catch::Contains("neighbored does not serve inclusive_scan; these do: automatic, "
                                 "hillis_steele, blelloch, cg_tile<1>"));
    REQUIRE_THAT(refusal(gpu::hillis_steele, problem::reduce<int>(100)),
                 Catch::Contains("hillis_steele does not serve reduce"));
    REQUIRE_THAT(refusal(gpu::hillis_steele, problem::inclusive_scan<std::int8_t>(100)),
                 Catch::Contains("scans of int8 have no hillis_steele kernel"));
    REQUIRE_THAT(
        refusal(gpu::cg_tile<8>.in(gpu::memory_space::shared), problem::inclusive_scan<int>(100)),
        Catch::Contains("in(shared) was given; cg_tile<8> scans through registers"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::copy_if<int>(0)),
                 Catch::Contains("the problem has no elements"));
}
