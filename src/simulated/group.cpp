// SPDX-License-Identifier: Apache-2.0
#include "group.hpp"

namespace gpu::inline v0::simulated {

unsigned lane_group::lane_of(unsigned rank) const {
    std::uint32_t rest = lanes_;
    for (; rank > 0; --rank) rest &= rest - 1;
    return static_cast<unsigned>(std::countr_zero(rest));
}

void lane_group::sync(std::source_location site) const {
    collective part{operation::sync, lanes_, site};
    self_->join(part);
}

void lane_group::shuffle(void const* value, void* result, std::size_t bytes, unsigned lane,
                         std::source_location const& site) const {
    collective part{operation::shuffle, lanes_, site, value, result, bytes, lane};
    self_->join(part);
}

// Converts sets of lanes to sets of ranks.
std::uint32_t lane_group::vote(operation what, void const* value, std::size_t bytes,
                               std::source_location const& site) const {
    std::uint32_t found = 0;
    collective part{what, lanes_, site, value, &found, bytes};
    self_->join(part);
    std::uint32_t ranks = 0;
    for (; found != 0; found &= found - 1)
        ranks |= 1u << rank_of(static_cast<unsigned>(std::countr_zero(found)));
    return ranks;
}

std::uint32_t lane_group::lanes_of(std::uint32_t ranks) const {
    std::uint32_t lanes = 0;
    for (auto rest = lanes_; rest != 0; rest &= rest - 1, ranks >>= 1)
        if (ranks & 1) lanes |= rest & -rest;
    return lanes;
}

lane_group tiled_partition(lane_group const& parent, unsigned size) {
    unsigned const threads = parent.num_threads();
    if (threads <= size) return parent;
    unsigned const index = parent.thread_rank() / size;
    std::uint32_t const ranks = ((1u << size) - 1) << index * size; // size is less than 32
    return {parent.self(), parent.lanes_of(ranks), index, (threads + size - 1) / size};
}

lane_group binary_partition(lane_group const& parent, bool predicate, std::source_location site) {
    std::uint32_t const all = parent.lanes();
    std::uint32_t const chosen = parent.lanes_of(parent.ballot(predicate, site));
    if (chosen == 0 || chosen == all) return {parent.self(), all};
    return {parent.self(), predicate ? chosen : all & ~chosen, predicate ? 1u : 0u, 2};
}

lane_group coalesced_threads(thread& self, std::source_location const& site) {
    std::uint32_t lanes = 0;
    collective part{operation::converge, ~0u, site, nullptr, &lanes};
    self.join(part);
    return {self, lanes};
}

} // namespace gpu::inline v0::simulated
