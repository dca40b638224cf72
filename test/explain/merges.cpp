// SPDX-License-Identifier: Apache-2.0
/// Sorts and merges: steps that follow from their sizes, and large problems from few blocks.
#include "lane_orders.hpp"

#include "explain/counting.hpp"
#include "explain/merged_order.hpp"
#include "explain/problem.hpp"
#include "host/memory.hpp"
#include "simulated/kernels.hpp"
#include "simulated/random_order.hpp"
#include "simulated/sort.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/explain.hpp>
#include <gpualgo/kernel/sort/launches.hpp>
#include <gpualgo/kernel/sort/staged_elements.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace gpu::detail;
using gpu::problem;

namespace {

constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

explain_request request_for(problem const& p, std::uint64_t offset = 0) {
    auto request = p.offset(offset).request();
    request.strategy = 0;
    request.strategy_name = "automatic";
    check(request);
    return request;
}

/// Compares launches of which all blocks ran with those of which few did.
void require_same_counts(launches const& exact, launches const& few) {
    REQUIRE(exact.size() == few.size());
    for (std::size_t i = 0; i < exact.size(); ++i) {
        CAPTURE(i, exact[i].kernel);
        REQUIRE(exact[i].kernel == few[i].kernel);
        REQUIRE(exact[i].shape.grid.volume() == few[i].shape.grid.volume());
        REQUIRE(exact[i].counts == few[i].counts);
        REQUIRE(exact[i].blocks_run == exact[i].shape.grid.volume());
        REQUIRE(!exact[i].is_extrapolated);
    }
}

/// Numbers at an address that is aligned as on a GPU.
class aligned_numbers {
public:
    explicit aligned_numbers(std::size_t n) : memory_(gpu::simulated::allocate(n * 4)), n_(n) {}
    [[nodiscard]] std::span<std::uint32_t> span() const {
        return {static_cast<std::uint32_t*>(memory_.get()), n_};
    }

private:
    struct deallocate {
        void operator()(void* memory) const { deallocate_on_host(memory); }
    };
    std::unique_ptr<void, deallocate> memory_;
    std::size_t n_;
};

/// Compares the counts of all launches together.
void require_close(launches const& real, launches const& model) {
    REQUIRE(real.size() == model.size());
    gpu::warp_counts found, expected;
    for (std::size_t i = 0; i < real.size(); ++i) {
        REQUIRE(real[i].kernel == model[i].kernel);
        expected += real[i].counts.total();
        found += model[i].counts.total();
    }
    auto const is_close = [](std::uint64_t a, std::uint64_t b) {
        REQUIRE(static_cast<double>(a) == Approx(static_cast<double>(b)).epsilon(0.08));
    };
    is_close(found.steps, expected.steps);
    is_close(found.divergent_steps, expected.divergent_steps);
    is_close(found.global_loads.sectors, expected.global_loads.sectors);
    is_close(found.global_stores.sectors, expected.global_stores.sectors);
    is_close(found.shared_loads.requests, expected.shared_loads.requests);
    is_close(found.shared_loads.wavefronts, expected.shared_loads.wavefronts);
    REQUIRE(found.shared_stores == expected.shared_stores);
    REQUIRE(found.barriers == expected.barriers);
}

/// The message of std::invalid_argument.
template <class Policy>
std::string refusal(Policy const& policy, problem const& p) {
    try {
        (void)gpu::explain(policy, p);
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return "it is explained";
}

} // namespace

TEST_CASE("sorts: a run, and pairs of runs, stand for all") {
    constexpr std::uint64_t run = gpu::kernel::run_shape::run, tile = 1152;
    auto const of = [](auto number, std::uint64_t n, std::uint64_t offset) {
        CAPTURE(n, offset, sizeof number);
        auto const request = request_for(problem::sort<decltype(number)>(n), offset);
        auto const few = count_sort(request, 0);
        require_same_counts(count_sort(request, no_limit), few);
        REQUIRE(few.front().is_extrapolated);
        REQUIRE(few.front().blocks_run <= 2);
    };
    // whole runs, whole pairs, a last run without another one, and parts of runs and tiles
    for (std::uint64_t const n : {8 * run, 9 * run, 10 * run + 5 * tile + 1, 21 * run - 1}) {
        of(int(), n, 0);
        of(float(), n, 1);
        of(double(), n, 3);
    }
}

TEST_CASE("sorts read and write each key once per launch") {
    constexpr std::uint64_t n = 100000; // 22 runs: merged five times
    auto const sorted = gpu::explain(gpu::automatic, problem::sort<int>(n));
    REQUIRE(sorted.launches.size() == 6);
    REQUIRE(sorted.launches[0].kernel == "sort_runs");
    for (std::size_t i = 0; i < sorted.launches.size(); ++i) {
        auto const total = sorted.total(i);
        REQUIRE(total.global_stores.bytes_used == n * 4);
        REQUIRE(total.global_loads.bytes_used >= n * 4);
        if (i == 0) {
            REQUIRE(total.global_loads.bytes_used == n * 4);
            continue;
        }
        REQUIRE(sorted.launches[i].kernel == "merge_pairs");
        // a block searches two ends, each with 32 lanes that read two keys per step
        REQUIRE(total.votes <= 4 * 2 * sorted.launches[i].grid.x);
        REQUIRE(total.global_loads.bytes_used <= n * 4 + total.votes * 2 * 32 * 4);
    }
    REQUIRE(sorted.notes.size() == 1);
    REQUIRE_THAT(to_string(sorted), Catch::Contains("Keys are in random order"));
}

TEST_CASE("merges: few tiles stand for all") {
    using gpu::simulated::dry_run;
    auto const of = [](auto number, std::uint64_t n1, std::uint64_t n2, std::uint64_t offset) {
        CAPTURE(n1, n2, offset, sizeof number);
        auto const request = request_for(problem::merge<decltype(number)>(n1, n2), offset);
        auto const few = count_merge(request);
        auto exact = count_merge(request, dry_run::selection::all);
        require_same_counts(exact, few);
        REQUIRE(few.back().is_extrapolated);
        REQUIRE(few.back().blocks_run < few.back().shape.grid.volume() / 2);
    };
    // arrays of equal sizes, and one that ends early
    of(int(), 1 << 20, 1 << 20, 0);
    of(float(), 1000000, 300001, 1);
    of(double(), 123456, 777777, 3);
}

TEST_CASE("merges read each element once, and write it once") {
    constexpr std::uint64_t n1 = 100000, n2 = 234567, tile = 3840;
    auto const merged = gpu::explain(gpu::automatic, problem::merge<float>(n1, n2));
    REQUIRE(merged.launches.size() == 2);
    std::uint64_t const tiles = (n1 + n2 - 1) / tile + 1;
    REQUIRE(merged.launches[1].grid.x == tiles);
    auto const total = merged.total(1);
    // all warps read the bounds of their tile
    REQUIRE(total.global_loads.bytes_used >= (n1 + n2) * 4);
    REQUIRE(total.global_loads.bytes_used <= (n1 + n2) * 4 + tiles * 256 * 2 * 8);
    REQUIRE(total.global_stores.bytes_used == (n1 + n2) * 4);
    REQUIRE(merged.total(0).global_stores.bytes_used == (tiles + 1) * 8);
    REQUIRE_THAT(merged.notes.at(0), Catch::Contains("follow each other at random"));
    auto const one_tile = gpu::explain(gpu::automatic, problem::merge<float>(1000, 1));
    REQUIRE(one_tile.launches.size() == 1);
}

TEST_CASE("tiles of merged arrays have as many elements of both, at random") {
    for (std::uint32_t const tile : {1152u, 1792u, 3840u}) { // of both kernels
        merged_order const order(tile);
        std::vector<int> array_of(4 * tile + 5, 0); // by rank
        for (std::uint64_t i = 0; i < 2 * tile; ++i) {
            REQUIRE(std::exchange(array_of.at(order.rank_of_first(i)), 1) == 0);
            REQUIRE(std::exchange(array_of.at(order.rank_of_second(i)), 2) == 0);
            if (i == 0) continue;
            REQUIRE(order.rank_of_first(i - 1) < order.rank_of_first(i));
            REQUIRE(order.rank_of_second(i - 1) < order.rank_of_second(i));
        }
        auto const at = [&](std::uint32_t place) { return array_of.begin() + place; };
        REQUIRE(std::count(at(tile), at(2 * tile), 1) == tile / 2);
        REQUIRE(std::count(at(tile), at(2 * tile), 2) == tile / 2);
        REQUIRE(std::equal(at(tile), at(2 * tile), at(2 * tile)));
        // the second tile begins inside sectors of both arrays, of 4 or 8 elements
        REQUIRE(std::count(at(0), at(tile), 1) % 4 != 0);
        unsigned changes = 0; // in a random order, a half of neighbours are of different arrays
        for (std::uint32_t i = 1; i < tile; ++i) changes += *at(i - 1) != *at(i) ? 1u : 0u;
        REQUIRE(changes > tile * 2 / 5);
        REQUIRE(changes < tile * 3 / 5);
    }
}

TEST_CASE("counts of sorts and merges are the same for every order of lanes") {
    REQUIRE(explain_test::counts_alike_in_other_order(problem::sort<int>(20000),
                                                      problem::merge<double>(10000, 20000)));
}

TEST_CASE("few blocks of the largest sorts and merges run") {
    auto const sort = count_sort(request_for(problem::sort<float>(9 << 17)));
    std::uint64_t run = 0, blocks = 0;
    for (auto const& launch : sort) {
        run += launch.blocks_run;
        blocks += launch.shape.grid.volume();
    }
    REQUIRE(blocks == 256 + 8 * 1024);
    // The last launch merges one pair. In the others, half of the first pair runs, its last tile,
    // and the last pair. The first such launch has pairs of 8 tiles, the next one of 16 ...
    REQUIRE(run == 2 + (4 + 8) * 127 + 7 + 1024);
    auto const merge = count_merge(request_for(problem::merge<int>(1 << 29, 1 << 29)));
    REQUIRE(merge[0].blocks_run == merge[0].shape.grid.volume());
    REQUIRE(merge[1].blocks_run < 100);
}

TEST_CASE("counts are close to those of random data") {
    constexpr unsigned n = 8 * gpu::kernel::run_shape::run; // whole pairs of runs
    aligned_numbers const keys(n), others(n), merged(2 * n);
    gpu::simulated::random_order random(7, 0);
    for (auto const& range : {keys.span(), others.span()})
        for (auto& key : range) key = static_cast<std::uint32_t>(random.below(1u << 31));
    launches counted;
    gpu::simulated::launch_options options;
    options.counted = &counted;
    call_result ran;
    sort_request sort;
    sort.value = index_of<std::uint32_t, types>;
    sort.n = n;
    auto const sort_range = [&](std::span<std::uint32_t> range) {
        gpu::simulated::queue queue(ran, options);
        sort.first = range.data();
        queue.add_output({range.data(), range.size_bytes()}, sizeof range[0]);
        merge_sort(queue, sort);
        REQUIRE(std::ranges::is_sorted(range));
    };
    sort_range(keys.span());
    require_close(counted, count_sort(request_for(problem::sort<std::uint32_t>(n))));

    sort_range(others.span());
    counted.clear();
    sorted_request merge;
    merge.value = sort.value;
    merge.n = merge.second_n = n;
    merge.first = keys.span().data();
    merge.second = others.span().data();
    merge.out = merged.span().data();
    gpu::simulated::queue queue(ran, options);
    run_sorted(queue, merge);
    require_close(counted, count_merge(request_for(problem::merge<std::uint32_t>(n, n))));
}

TEST_CASE("the sizes of keys and values decide how many are merged") {
    constexpr auto is_most = []<class Bits, class Value>(Bits, Value, std::size_t n) {
        return gpu::detail::is_sorted_by_merges<Bits, Value>(n) &&
               !gpu::detail::is_sorted_by_merges<Bits, Value>(n + 1);
    };
    using gpu::kernel::no_value;
    STATIC_REQUIRE(is_most(std::uint32_t{}, no_value{}, 9 << 17));
    STATIC_REQUIRE(is_most(std::uint32_t{}, std::uint32_t{}, 9 << 17));
    STATIC_REQUIRE(is_most(std::uint32_t{}, std::uint64_t{}, 9 << 16));
    STATIC_REQUIRE(is_most(std::uint64_t{}, no_value{}, 9 << 18));
    STATIC_REQUIRE(is_most(std::uint64_t{}, std::uint32_t{}, 9 << 17));
    STATIC_REQUIRE(is_most(std::uint64_t{}, std::uint64_t{}, 9 << 17));
}

TEST_CASE("sorts and merges that cannot be explained are refused") {
    REQUIRE(refusal(gpu::automatic, problem::sort<int>((9 << 17) + 1)) ==
            "gpu::explain(automatic, sort of 1179649 int32): more than 1179648 numbers of 4 bytes "
            "are sorted by CUB on GPUs, whose kernels the simulated device cannot run");
    REQUIRE_THAT(refusal(gpu::automatic, problem::sort<double>((9 << 18) + 1)),
                 Catch::Contains("more than 2359296 numbers of 8 bytes"));
    REQUIRE_THAT(refusal(gpu::vendor, problem::sort<int>(100)),
                 Catch::Contains("vendor has no kernel that the simulated device can run; sort is "
                                 "explained for automatic"));
    REQUIRE_THAT(refusal(gpu::interleaved, problem::merge<int>(100, 200)),
                 Catch::Contains("gpu::explain(interleaved, merge of 100+200 int32): interleaved "
                                 "does not serve merge; these do: automatic"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::merge<int>(100, (1 << 29) + 1)),
                 Catch::Contains("at most 2^29 elements of each array"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::merge<int>(0, 1)),
                 Catch::Contains("the problem has no elements"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::sort<int>(0)),
                 Catch::Contains("the problem has no elements"));
    REQUIRE_THAT(refusal(gpu::automatic.block_size(64), problem::sort<int>(100)),
                 Catch::Contains("automatic chooses its own"));
    // types that the headers refuse, as other programs may ask for them
    auto request = problem::sort<int>(100).request();
    request.value = index_of<std::int16_t, types>;
    REQUIRE_THROWS_WITH(run_explain(request, "automatic"),
                        Catch::Contains("sort is explained for elements of 4 or 8 bytes, and int16 "
                                        "has 2"));
    request.value = number_of<as_listed<std::complex<float>>, types>;
    REQUIRE_THROWS_WITH(run_explain(request, "automatic"), Catch::Contains("has no order"));
    request.algorithm = 12;
    REQUIRE_THROWS_WITH(run_explain(request, "automatic"),
                        Catch::Contains("cannot explain algorithm number 12"));
}
