// SPDX-License-Identifier: Apache-2.0
/// @file
/// Barriers of kernels on the simulated device, and the defects that are found without one.
/// `run` launches kernels with the options given.
#pragma once

#include "simulated/finding.hpp"
#include "simulated/launch.hpp"
#include "support/thinned.hpp"

#include <gpualgo/abi/code_location.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace test {

/// The places of all barriers that `run` passes.
template <class Run>
std::vector<gpu::code_location> barriers_of(Run const& run) {
    std::vector<gpu::code_location> barriers;
    auto const note = [&](gpu::code_location const& place) {
        auto const is_here = [&](auto const& known) { return gpu::simulated::same(known, place); };
        if (std::none_of(barriers.begin(), barriers.end(), is_here)) barriers.push_back(place);
        return false;
    };
    run(gpu::simulated::launch_options{.parallel = false, .omits = note});
    return barriers;
}

/// Runs without a barrier, in the order of the options.
/// @return the defect that is found, if any
template <class Run>
std::optional<gpu::simulated::finding> found_without(gpu::code_location const& barrier,
                                                     Run const& run,
                                                     gpu::simulated::launch_options options) {
    options.omits = [&](auto const& place) { return gpu::simulated::same(place, barrier); };
    try {
        run(options);
    } catch (gpu::simulated::finding const& found) {
        return found;
    }
    return {};
}

/// Checks how many barriers there are, and that the absence of each is found in every order.
/// @param run returns whether its results are right
/// @param superfluous barriers without which nothing is found
/// @param orders of threads
template <class Run>
void check_barriers(std::size_t expected, Run const& run, std::size_t superfluous = 0,
                    std::uint64_t orders = test::orders(5)) {
    using gpu::simulated::defect;
    auto const barriers = barriers_of([&](auto const& options) { REQUIRE(run(options)); });
    REQUIRE(barriers.size() == expected);
    std::size_t never_found = 0;
    for (auto const& barrier : barriers) {
        INFO("without the barrier at " << gpu::simulated::to_string(barrier));
        std::uint64_t found = 0;
        for (std::uint64_t seed = 1; seed <= orders; ++seed)
            if (auto const seen = found_without(barrier, run, {.seed = seed, .parallel = false})) {
                INFO(seen->what());
                // some threads may read before others have written
                CHECK((seen->kind() == defect::race || seen->kind() == defect::unwritten));
                ++found;
            }
        CHECK((found == 0 || found == orders));
        never_found += found == 0;
    }
    CHECK(never_found == superfluous);
}

} // namespace test
