// SPDX-License-Identifier: Apache-2.0
/// @file
/// The counts of a launch, by source line.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/warp_counts.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace gpu::inline v0::simulated {

/// Scales all counts, which are sums. Arithmetic is modulo 2^64, so that factors may be negative.
warp_counts operator*(std::uint64_t factor, warp_counts const& counts);

/// A source line of a kernel: file and line. The file's name is that of a source location.
using source_line = std::pair<std::string_view, unsigned>;

/// The counts of all blocks of a launch, or of some.
struct launch_counts {
    std::uint64_t blocks = 0;          ///< that were counted, or for which others stand
    std::uint64_t warps = 0;           ///< in these blocks
    std::uint64_t divergent_warps = 0; ///< warps with at least one warp-step that diverges
    std::uint64_t idle_warps = 0;      ///< warps without an access to memory
    std::map<source_line, warp_counts> lines;

    launch_counts& operator+=(launch_counts const& other);
    /// Scales all counts.
    friend launch_counts operator*(std::uint64_t factor, launch_counts counts);
    friend bool operator==(launch_counts const&, launch_counts const&) = default;

    /// The sum over all lines.
    [[nodiscard]] warp_counts total() const;
};

} // namespace gpu::inline v0::simulated
