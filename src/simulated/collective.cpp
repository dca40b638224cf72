// SPDX-License-Identifier: Apache-2.0
#include "collective.hpp"

#include "finding.hpp"

#include <bit>
#include <cstring>

namespace gpu::inline v0::simulated {
namespace {

/// The lanes of a set that satisfy a predicate.
template <class Predicate>
std::uint32_t where(std::uint32_t lanes, Predicate holds) {
    std::uint32_t found = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        auto const lane = static_cast<unsigned>(std::countr_zero(lanes));
        if (holds(lane)) found |= 1u << lane;
    }
    return found;
}

/// The result of a vote for one lane.
std::uint32_t vote(std::array<collective*, 32> const& parts, std::uint32_t lanes,
                   collective const& mine) {
    switch (mine.what) {
    case operation::ballot:
        return where(lanes,
                     [&](unsigned lane) { return *static_cast<bool const*>(parts[lane]->value); });
    case operation::match:
        return where(lanes, [&](unsigned lane) {
            return std::memcmp(parts[lane]->value, mine.value, mine.bytes) == 0;
        });
    default: return lanes;
    }
}

} // namespace

char const* to_string(operation what) {
    switch (what) {
    case operation::sync: return "tile sync";
    case operation::shuffle: return "shuffle";
    case operation::ballot: return "vote";
    case operation::match: return "match";
    default: return "coalesced_threads";
    }
}

bool meet(collective const& a, collective const& b) {
    return a.what == b.what && a.members == b.members && a.bytes == b.bytes && same(a.site, b.site);
}

void complete(std::array<collective*, 32> const& parts, std::uint32_t lanes, lane_clocks& clocks) {
    if (parts[static_cast<unsigned>(std::countr_zero(lanes))]->what == operation::sync)
        return clocks.join(lanes);
    for (auto rest = lanes; rest != 0; rest &= rest - 1) {
        auto const& mine = *parts[static_cast<unsigned>(std::countr_zero(rest))];
        if (mine.what == operation::shuffle) {
            std::memcpy(mine.result, parts[mine.source]->value, mine.bytes);
        } else {
            std::uint32_t const set = vote(parts, lanes, mine);
            std::memcpy(mine.result, &set, sizeof set);
        }
    }
}

} // namespace gpu::inline v0::simulated
