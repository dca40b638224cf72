// SPDX-License-Identifier: Apache-2.0
/// The search for the first match on the simulated device: in any order of blocks and threads,
/// alone and on all cores. It stops early, and its barriers are needed.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/detail/predicate_test.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

/// @return the index of the first 1
std::uint64_t first_one(std::vector<std::int32_t> const& x, launch_options options) {
    std::uint64_t position = x.size() + 1;
    find_request request;
    request.value = number_of<std::int32_t, types>;
    request.first = x.data();
    request.n = x.size();
    request.wanted = static_cast<std::uint32_t>(find_kind::find);
    request.test = packed_test<std::int32_t>(gpu::equals(1));
    request.position = &position;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::find(queue, request);
    return position;
}

std::uint64_t loads(std::vector<std::int32_t> const& x) {
    std::vector<gpu::simulated::counted_launch> counted;
    launch_options options;
    options.counted = &counted;
    options.parallel = false;
    (void)first_one(x, options);
    return counted.back().counts.total().global_loads.requests;
}

constexpr std::size_t block = 4096; // elements of a block's tile

} // namespace

TEST_CASE("the first of several matches is found in any order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(12); ++seed)
        for (bool const parallel : test::one_and_several_threads)
            for (std::size_t const n : {std::size_t{100}, 9 * block + 77}) {
                std::vector<std::int32_t> x(n, 0);
                REQUIRE(first_one(x, {.seed = seed, .parallel = parallel}) == n);
                for (std::size_t const place : {n - 1, n - 5, n / 2, n / 2 - 1, std::size_t{3}}) {
                    x[place] = 1;
                    REQUIRE(first_one(x, {.seed = seed, .parallel = parallel}) == place);
                }
            }
}

TEST_CASE("no elements are read after the tiles that are at work during the match") {
    std::vector<std::int32_t> x(2000 * block, 0);
    auto const all = loads(x);
    x[5] = 1;
    INFO(loads(x) << " of " << all);
    REQUIRE(loads(x) < all / 2);
}

TEST_CASE("no barrier of the search is missing or superfluous") {
    for (std::size_t const n : {std::size_t{1000}, 3 * block}) {
        std::vector<std::int32_t> x(n, 0);
        x[n / 3] = x[n / 2] = 1;
        // one block clears its word before a barrier; the last block is known after another one
        test::check_barriers(n == 1000 ? 2 : 1, [&](launch_options const& options) {
            return first_one(x, options) == n / 3;
        });
    }
}
