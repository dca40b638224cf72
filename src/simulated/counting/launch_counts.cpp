// SPDX-License-Identifier: Apache-2.0
#include "launch_counts.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace gpu::inline v0::simulated {
namespace {

/// All counts as an array. The structure has no other members.
using numbers = std::array<std::uint64_t, sizeof(warp_counts) / sizeof(std::uint64_t)>;

} // namespace

warp_counts operator*(std::uint64_t factor, warp_counts const& counts) {
    auto product = std::bit_cast<numbers>(counts);
    for (auto& number : product) number *= factor;
    return std::bit_cast<warp_counts>(product);
}

launch_counts& launch_counts::operator+=(launch_counts const& other) {
    blocks += other.blocks;
    warps += other.warps;
    divergent_warps += other.divergent_warps;
    idle_warps += other.idle_warps;
    for (auto const& [line, counts] : other.lines) lines[line] += counts;
    return *this;
}

launch_counts operator*(std::uint64_t factor, launch_counts counts) {
    counts.blocks *= factor;
    counts.warps *= factor;
    counts.divergent_warps *= factor;
    counts.idle_warps *= factor;
    for (auto& [line, of_line] : counts.lines) of_line = factor * of_line;
    return counts;
}

warp_counts launch_counts::total() const {
    warp_counts sum;
    for (auto const& [line, counts] : lines) sum += counts;
    return sum;
}

} // namespace gpu::inline v0::simulated
