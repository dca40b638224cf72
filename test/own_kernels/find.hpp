// SPDX-License-Identifier: Apache-2.0
/// @file
/// Runs kernels that have a defect.
#pragma once

#include <gpualgo/simulated.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <set>

namespace test {

using gpu::launch_shape;
using gpu::simulated::defect;
using gpu::simulated::finding;

/// Orders of lanes, warps and blocks. Under ThreadSanitizer a switch takes some microseconds.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t many_seeds = 10;
#else
inline constexpr std::uint64_t many_seeds = 200;
#endif

/// The finding of a kernel, if there is one.
template <class Body, class... Arguments>
std::optional<finding> find(launch_shape const& shape, Body const& body, Arguments&&... arguments) {
    try {
        (void)gpu::simulated::launch(shape, body, arguments...);
    } catch (finding const& found) {
        return found;
    }
    return {};
}

/// The lines that a finding names.
inline std::set<unsigned> lines_of(finding const& found) {
    std::set<unsigned> lines{found.first().site.line()};
    if (found.second()) lines.insert(found.second()->site.line());
    return lines;
}

/// Checks that a kernel has one defect in several orders: its kind, and its lines.
template <class Body, class... Arguments>
void plant(launch_shape shape, defect kind, std::set<unsigned> const& lines, Body const& body,
           Arguments&&... arguments) {
    for (shape.seed = 1; shape.seed <= 8; ++shape.seed) {
        auto const found = find(shape, body, arguments...);
        INFO("seed " << shape.seed);
        REQUIRE(found);
        INFO(found->what());
        CHECK(found->kind() == kind);
        CHECK(lines_of(*found) == lines);
        CHECK(found->seed() == shape.seed);
    }
}

} // namespace test
