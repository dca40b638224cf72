// SPDX-License-Identifier: Apache-2.0
#include "block_trace.hpp"

#include <algorithm>
#include <tuple>

namespace gpu::inline v0::simulated {
namespace {

traced_request traced(warp_event const& event, unsigned warp, std::uint32_t interval) {
    bool const is_global =
        event.kind == event_kind::global_load || event.kind == event_kind::global_store;
    traced_request request{event.site.file_name(),
                           event.site.line(),
                           event.kind,
                           warp,
                           std::uint64_t{event.key.phase} << 32 | event.key.occurrence,
                           interval,
                           event.request.lanes,
                           0,
                           0,
                           0,
                           {}};
    if (is_global) {
        request.sectors = static_cast<std::uint32_t>(global_footprint(event.request).sectors);
    } else {
        auto const counts = shared_footprint(event.request);
        request.wavefronts = static_cast<std::uint32_t>(counts.wavefronts);
        request.least_wavefronts = static_cast<std::uint32_t>(counts.least_wavefronts);
        request.bank_words = words_per_bank(event.request, event.request.lanes);
    }
    return request;
}

} // namespace

void block_trace::begin(std::size_t warps) { warps_.assign(warps, {}); }

void block_trace::add(unsigned warp, std::span<warp_event const> events) {
    auto& state = warps_[warp];
    std::vector<warp_event const*> ordered;
    if (state.requests.size() < longest)
        for (auto const& event : events)
            if (is_access(event.kind)) ordered.push_back(&event);
    // lanes that skip a request have lower ordinals after it, so that the largest ones count
    std::ranges::sort(ordered, {}, [](warp_event const* e) {
        return std::tuple(e->ordinal, e->key.phase, e->key.occurrence, e->site.line(),
                          e->site.column());
    });
    for (auto const* const event : ordered)
        if (state.requests.size() < longest)
            state.requests.push_back(traced(*event, warp, state.intervals));
    ++state.intervals;
}

std::size_t block_trace::size() const {
    std::size_t sum = 0;
    for (auto const& warp : warps_) sum += warp.requests.size();
    return sum;
}

std::vector<traced_request> block_trace::requests() const {
    std::vector<traced_request> all;
    for (auto const& warp : warps_)
        all.insert(all.end(), warp.requests.begin(), warp.requests.end());
    return all;
}

} // namespace gpu::inline v0::simulated
