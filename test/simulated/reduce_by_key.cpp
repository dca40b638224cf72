// SPDX-License-Identifier: Apache-2.0
/// Reductions by key on the simulated device: in any order of blocks and threads, alone and on all
/// cores. No barrier is missing or superfluous.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "reduce_by_key/request.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/reduce_by_key.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

/// Adds numbers in runs of the lengths given.
bool adds(std::vector<std::size_t> const& lengths, launch_options options) {
    std::vector<std::int32_t> keys, expected_keys;
    std::vector<std::uint64_t> values, expected;
    for (std::size_t r = 0; r < lengths.size(); ++r) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < lengths[r]; ++i) {
            keys.push_back(static_cast<std::int32_t>(r));
            values.push_back(i * i);
            sum += i * i;
        }
        expected_keys.push_back(static_cast<std::int32_t>(r));
        expected.push_back(sum);
    }
    std::vector<std::int32_t> keys_out(lengths.size());
    std::vector<std::uint64_t> out(lengths.size());
    std::uint64_t runs = 0;
    reduce_by_key_request request;
    request.value = number_of<std::int32_t, types>;
    request.first = keys.data();
    request.n = keys.size();
    request.total = number_of<std::uint64_t, types>;
    request.operation = number_of<gpu::kernel::plus, operators>;
    request.test = packed_unlike_previous<std::int32_t>();
    request.values = values.data();
    request.keys_out = {keys_out.data(), {}, keys_out.size()};
    request.totals_out = {out.data(), {}, out.size()};
    request.runs = &runs;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::reduce_by_key(queue, request);
    return runs == lengths.size() && keys_out == expected_keys && out == expected;
}

/// Runs for threads, for lanes, for warps, and long ones, whose groups a thread, a warp or a block
/// folds. There are more groups than a block has threads.
std::vector<std::size_t> const mixed{100,    8192 + 1500, 9000, 1,       5,    33, 3000,
                                     20'000, 2,           8192, 240'000, 8192, 1};

} // namespace

TEST_CASE("reductions by key do not depend on the order of blocks and threads", "[threads]") {
    for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
        for (bool const parallel : test::one_and_several_threads) {
            REQUIRE(adds(mixed, {.seed = seed, .parallel = parallel}));
            REQUIRE(adds(std::vector<std::size_t>(9000, 2), {.seed = seed, .parallel = parallel}));
        }
}

TEST_CASE("no barrier of reductions by key is missing or superfluous") {
    // 3 of find_runs, 1 of fold_runs, and 4 of fold_long_runs. One is superfluous: the last block
    // tells the host, which waits for all blocks here.
    auto const run = [](launch_options options) {
        // one block of fold_long_runs, so that it reads several lots of groups
        options.resident_blocks = 1;
        return adds(mixed, std::move(options));
    };
    test::check_barriers(8, run, 1);
}
