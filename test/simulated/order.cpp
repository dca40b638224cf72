// SPDX-License-Identifier: Apache-2.0
/// The order of lanes, warps and blocks is determined by a seed.
#include "simulated_device.hpp"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <vector>

using test::context;
using test::find;
using test::launch_options;
using test::shape;
using test::simulated_device;

namespace {

/// Returns the order in which threads run on the host.
std::vector<std::size_t> order_of_threads(launch_options options, unsigned blocks,
                                          unsigned threads) {
    options.parallel = false;
    std::vector<std::size_t> order;
    simulated_device(std::move(options)).run(shape(blocks, threads), [&](context const& c) {
        order.push_back(c.block_rank() * threads + c.block().thread_rank());
    });
    return order;
}

} // namespace

TEST_CASE("a seed determines an order") {
    std::set<std::vector<std::size_t>> orders;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto const order = order_of_threads({.seed = seed}, 4, 70);
        REQUIRE(std::set(order.begin(), order.end()).size() == 280); // every thread once
        REQUIRE(order == order_of_threads({.seed = seed}, 4, 70));
        orders.insert(order);
    }
    REQUIRE(orders.size() == 20);
}

TEST_CASE("blocks, warps and lanes are each permuted, differently in each block") {
    auto const order = order_of_threads({}, 64, 128);
    std::set<std::size_t> first_blocks, first_warps, first_lanes;
    for (std::size_t block = 0; block < 64; ++block) {
        std::size_t const first = order[block * 128];
        first_warps.insert(first % 128 / 32);
        first_lanes.insert(first % 32);
        // blocks run one after the other
        for (std::size_t i = 0; i < 128; ++i) REQUIRE(order[block * 128 + i] / 128 == first / 128);
    }
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        first_blocks.insert(order_of_threads({.seed = seed}, 64, 1).front());
    REQUIRE(first_blocks.size() > 10);
    REQUIRE(first_warps.size() == 4);
    REQUIRE(first_lanes.size() > 16);
}

TEST_CASE("a finding prints the seed, and the seed reproduces it") {
    auto const kernel = [](context const& c) {
        if (c.block().thread_rank() % 7 == 3) (void)c.shared<int>().get(c.block().thread_rank());
    };
    std::set<std::size_t> found_at;
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
        launch_options const options{.seed = seed, .parallel = false};
        auto const once = find(shape(16, 64, 256), kernel, options);
        auto const again = find(shape(16, 64, 256), kernel, options);
        REQUIRE(once.seed() == seed);
        REQUIRE_THAT(once.what(), Catch::Contains("GPUALGO_SEED=" + std::to_string(seed)));
        REQUIRE(std::string(once.what()) == again.what());
        found_at.insert(once.first().block * 64 + once.first().thread);
    }
    REQUIRE(found_at.size() > 10);
}

TEST_CASE("if several blocks fail, the first in the seed's order is reported, however many run "
          "concurrently",
          "[threads]") {
    auto const kernel = [](context const& c) {
        if (c.block_rank() % 3 == 0) (void)c.shared<int>().get(0);
    };
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        auto const one_by_one =
            find(shape(100, 32, 256), kernel, {.seed = seed, .parallel = false});
        auto const at_once = find(shape(100, 32, 256), kernel, {.seed = seed, .parallel = true});
        REQUIRE(std::string(one_by_one.what()) == at_once.what());
    }
}

TEST_CASE("GPUALGO_SEED overrides the default") {
    auto const default_seed = launch_options().seed;
    ::unsetenv("GPUALGO_SEED");
    REQUIRE(launch_options::from_environment().seed == default_seed);
    ::setenv("GPUALGO_SEED", "", 1);
    REQUIRE(launch_options::from_environment().seed == default_seed);
    ::setenv("GPUALGO_SEED", "18446744073709551615", 1);
    REQUIRE(launch_options::from_environment().seed == ~std::uint64_t{0});
    for (char const* const wrong : {"x", "12x", "-1", "18446744073709551616", " 1"}) {
        ::setenv("GPUALGO_SEED", wrong, 1);
        REQUIRE_THROWS_AS(launch_options::from_environment(), std::invalid_argument);
    }
    ::unsetenv("GPUALGO_SEED");
}
