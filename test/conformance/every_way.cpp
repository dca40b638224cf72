// SPDX-License-Identifier: Apache-2.0
/// Runs all conformance cases on every execution path: the host's instruction sets, several numbers
/// of threads, and the simulated device. There, numbers of blocks and orders of lanes vary.
#include "call/type_facts.hpp"
#include "conformance/oracle.hpp"
#include "host/reduce/reductions.hpp"
#include "simulated/kernels.hpp"
#include "simulated/queue.hpp"

#include <gpualgo/abi/reduce_lists.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <vector>

namespace {

using namespace gpu::detail;

/// Whether the dispatcher would round the total, because it is computed in another type. These
/// tests bypass the dispatcher.
bool is_rounded(conformance::reduction_case const& c) {
    return known_types[c.accumulator].computed_in != c.accumulator;
}

/// Compares results with the definition's; reports the first that differs.
template <class Reduce>
void compare(std::vector<conformance::reduction_case> const& cases, Reduce reduce) {
    std::size_t compared = 0, different = 0;
    for (auto const& c : cases) {
        if (is_rounded(c)) continue;
        conformance::input const x(c);
        conformance::result_bits bits = 0;
        auto request = x.request();
        request.result = &bits;
        reduce(request);
        ++compared;
        if (bits != conformance::expected(c, x) && ++different == 1) UNSCOPED_INFO(described(c));
    }
    CHECK(compared > cases.size() / 2);
    CHECK(different == 0);
}

} // namespace

TEST_CASE("every instruction set of the host, on 1, 2 and 7 threads") {
    auto const cases = conformance::cases(2, 8);
    REQUIRE(cases.size() >= 2000);
    int const threads = GENERATE(1, 2, 7);
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    for (auto const set :
         {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
        if (!is_usable(set)) continue;
        INFO(name_of(set) << " on " << threads << " threads");
        arena.execute([&] {
            compare(cases, [&](reduce_request const& request) { reduce_on_host(request, set); });
        });
    }
}

TEST_CASE("the simulated device, with several numbers of blocks and lanes in any order") {
    std::size_t const blocks = GENERATE(1u, 3u, 64u);
    auto const cases = conformance::cases(3 + blocks, 1);
    INFO(blocks << " blocks");
    compare(cases, [&](reduce_request const& request) {
        call_result ran;
        gpu::simulated::queue queue(ran, {.seed = request.n, .resident_blocks = blocks});
        gpu::simulated::reduce(queue, request);
    });
}
