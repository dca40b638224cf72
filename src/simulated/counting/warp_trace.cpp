// SPDX-License-Identifier: Apache-2.0
#include "warp_trace.hpp"

#include <algorithm>
#include <functional>

namespace gpu::inline v0::simulated {
std::size_t warp_trace::key_hash::operator()(step_key const& key) const noexcept {
    auto const step = std::uint64_t{key.phase} << 32 | key.occurrence;
    auto const place = std::uint64_t{key.site.line()} << 32 | key.site.column();
    return std::hash<std::uint64_t>()(place) ^ step * 0x9e3779b97f4a7c15;
}

// Lanes pass sites in nearly the same order each time: the search starts after the last one found.
std::uint32_t warp_trace::occurrence(lane_state& lane, code_location const& site) {
    std::size_t const count = lane.sites.size();
    for (std::size_t i = 0, at = lane.next_site; i < count; ++i, ++at) {
        if (at >= count) at = 0;
        auto& passed = lane.sites[at];
        if (passed.site != site) continue;
        lane.next_site = at + 1;
        if (passed.phase != lane.phase) {
            passed.phase = lane.phase;
            passed.occurrences = 0;
        }
        return passed.occurrences++;
    }
    lane.sites.push_back({site, lane.phase, 1});
    lane.next_site = count + 1;
    return 0;
}

warp_event& warp_trace::event_of(lane_state& lane, step_key const& key, event_kind kind,
                                 std::uint32_t bytes, code_location const& site) {
    std::size_t place = lane.next_event;
    if (place >= events_.size() || events_[place].key != key) {
        auto const [found, is_new] = places_.try_emplace(key, events_.size());
        place = found->second;
        if (is_new) events_.push_back({key, site, kind, 0, {{}, 0, bytes}});
    }
    lane.next_event = place + 1;
    return events_[place];
}

void warp_trace::record(unsigned lane, event_kind kind, std::uint64_t address, std::uint32_t bytes,
                        code_location const& site) {
    auto& state = lanes_[lane];
    step_key const key{site, state.phase, occurrence(state, site)};
    auto& event = event_of(state, key, kind, bytes, site);
    event.ordinal = std::max(event.ordinal, ++state.events);
    auto& request = event.request;
    request.address[lane] = address;
    request.lanes |= 1u << lane;
    request.bytes = std::max(request.bytes, bytes);
}

void warp_trace::clear() {
    events_.clear();
    places_.clear();
    for (auto& lane : lanes_) {
        lane.phase = lane.events = 0;
        lane.next_event = lane.next_site = 0;
        lane.sites.clear();
    }
}

} // namespace gpu::inline v0::simulated
