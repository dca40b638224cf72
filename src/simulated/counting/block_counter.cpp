// SPDX-License-Identifier: Apache-2.0
#include "block_counter.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace gpu::inline v0::simulated {
namespace {

void count(warp_counts& counts, warp_event const& event) {
    switch (event.kind) {
    case event_kind::global_load: counts.global_loads += global_footprint(event.request); break;
    case event_kind::global_store: counts.global_stores += global_footprint(event.request); break;
    case event_kind::shared_load: counts.shared_loads += shared_footprint(event.request); break;
    case event_kind::shared_store: counts.shared_stores += shared_footprint(event.request); break;
    case event_kind::atomic:
        counts.atomics += static_cast<unsigned>(std::popcount(event.request.lanes));
        break;
    case event_kind::barrier: ++counts.barriers; break;
    case event_kind::tile_sync: ++counts.tile_syncs; break;
    case event_kind::shuffle: ++counts.shuffles; break;
    case event_kind::vote: ++counts.votes; break;
    }
}

} // namespace

void block_counter::begin_launch() {
    lines_.clear();
    line_of_site_.clear();
    totals_ = {};
}

void block_counter::begin_block(std::span<warp const> warps, block_trace* traced) {
    trace_.clear();
    traced_ = traced;
    if (traced_ != nullptr) traced_->begin(warps.size());
    warps_.clear();
    for (auto const& warp : warps) warps_.push_back({warp.present(), false, false});
}

std::uint32_t block_counter::line_of(warp_event const& event) {
    for (auto const& [site, line] : line_of_site_)
        if (site == event.key.site) return line;
    source_line const where{event.site.file_name(), event.site.line()};
    auto const known = std::ranges::find(lines_, where, &counted_line::where);
    auto const index = static_cast<std::uint32_t>(known - lines_.begin());
    if (known == lines_.end()) lines_.push_back({where, {}});
    line_of_site_.emplace_back(event.key.site, index);
    return index;
}

void block_counter::end_warp(unsigned warp) {
    accesses_.clear();
    for (auto const& event : trace_.events()) {
        std::uint32_t const line = line_of(event);
        count(lines_[line].counts, event);
        if (is_access(event.kind))
            accesses_.push_back({std::uint64_t{event.key.phase} << 32 | event.key.occurrence, line,
                                 event.request.lanes});
    }
    if (traced_ != nullptr) traced_->add(warp, trace_.events());
    trace_.clear();
    count_steps(warps_[warp]);
}

// A line may have several accesses, which are one step of the line together.
void block_counter::count_steps(warp_state& warp) {
    auto const place = [](line_access const& a) { return std::tuple(a.line, a.step); };
    if (!std::ranges::is_sorted(accesses_, {}, place)) std::ranges::sort(accesses_, {}, place);
    for (std::size_t i = 0; i < accesses_.size();) {
        std::uint32_t lanes = 0;
        std::size_t const first = i;
        for (; i < accesses_.size() && place(accesses_[i]) == place(accesses_[first]); ++i)
            lanes |= accesses_[i].lanes;
        count_step(warp, accesses_[first].line, lanes);
    }
}

void block_counter::count_step(warp_state& warp, std::uint32_t line, std::uint32_t lanes) {
    auto& counts = lines_[line].counts;
    bool const diverges = lanes != warp.present;
    ++counts.steps;
    counts.divergent_steps += diverges ? 1 : 0;
    ++counts.active_lanes[static_cast<unsigned>(std::popcount(lanes)) - 1];
    warp.has_accessed = true;
    warp.has_diverged |= diverges;
}

void block_counter::end_block() {
    ++totals_.blocks;
    totals_.warps += warps_.size();
    for (auto const& warp : warps_) {
        totals_.divergent_warps += warp.has_diverged ? 1 : 0;
        totals_.idle_warps += warp.has_accessed ? 0 : 1;
    }
}

launch_counts block_counter::result() const {
    launch_counts counts = totals_;
    for (auto const& [where, of_line] : lines_) counts.lines[where] = of_line;
    return counts;
}

} // namespace gpu::inline v0::simulated
