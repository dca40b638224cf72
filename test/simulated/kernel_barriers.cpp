// SPDX-License-Identifier: Apache-2.0
/// Each barrier of a kernel is left out in turn: the simulated device must report it. So no barrier
/// is missing or superfluous.
#include "barriers.hpp"
#include "reduction.hpp"

#include <catch2/catch.hpp>

#include <numeric>
#include <string>
#include <vector>

using gpu::simulated::defect;
using test::kernel;
using test::launch_options;

namespace {

/// A reduction with so many blocks that it needs a second pass over the partials of blocks.
int sum(kernel const& k, launch_options options) {
    // The canonical order has barriers between partials only if there are more than 256. This
    // setting gives 293 blocks of two warps.
    if (test::is<gpu::policy::automatic>(k)) options.resident_blocks = 293;
    std::vector<int> values(test::is<gpu::policy::automatic>(k) ? 1'200'000 : 1'000);
    std::iota(values.begin(), values.end(), -300);
    auto const expected = std::accumulate(values.begin(), values.end(), 7u, [](unsigned a, int b) {
        return a + static_cast<unsigned>(b);
    });
    auto const result = static_cast<unsigned>(
        test::reduce<gpu::kernel::plus>(k, values, 7, 96, std::move(options)));
    REQUIRE(result == expected);
    return static_cast<int>(result);
}

/// Number of tile syncs that only larger tiles need: tiles of one thread need none, and tiles of
/// two threads need one less.
unsigned superfluous_in(kernel const& k) {
    if (k.space != static_cast<std::uint32_t>(gpu::memory_space::shared)) return 0;
    return test::is<gpu::policy::cg_tile<1>>(k) ? 2 : test::is<gpu::policy::cg_tile<2>>(k) ? 1 : 0;
}

} // namespace

TEST_CASE("each barrier of each kernel is needed, and its absence is found with both sites") {
    for (auto const& k : test::kernels()) {
        INFO(k.name());
        auto const run = [&](launch_options const& options) { (void)sum(k, options); };
        auto const sites = test::barriers_of(run);
        REQUIRE(!sites.empty());
        unsigned superfluous = 0;
        for (auto const& site : sites) {
            INFO("without the barrier at " << gpu::simulated::to_string(site));
            unsigned found = 0;
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                auto const defect_found = test::found_without(site, run, {.seed = seed});
                if (!defect_found) continue;
                ++found;
                INFO(defect_found->what());
                REQUIRE(defect_found->kind() == defect::race);
                REQUIRE(defect_found->second().has_value());
                REQUIRE(defect_found->first().site.line() > 0);
                REQUIRE(defect_found->second()->site.line() > 0);
                REQUIRE(defect_found->first().thread + defect_found->first().block * 1024u !=
                        defect_found->second()->thread + defect_found->second()->block * 1024u);
            }
            // detection must not depend on the order of the threads
            REQUIRE((found == 0 || found == 3));
            superfluous += found == 0;
        }
        REQUIRE(superfluous == superfluous_in(k));
    }
}
