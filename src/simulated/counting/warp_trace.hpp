// SPDX-License-Identifier: Apache-2.0
/// @file
/// The accesses of one warp between two barriers of its block, grouped into requests.
///
/// The lanes of a simulated warp run one after another. Accesses of several lanes are one request
/// if they are at the same site in the same step. A step is the number of collectives that the lane
/// has joined, and how often it has passed the site since then. A loop without collectives so
/// counts its iterations, unrolled or not.
#pragma once

#include "footprint.hpp"

#include <gpualgo/abi/code_location.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gpu::inline v0::simulated {

/// The kinds of events of a lane.
enum class event_kind : std::uint8_t {
    global_load,
    global_store,
    shared_load,
    shared_store,
    atomic,
    barrier,
    tile_sync,
    shuffle,
    vote
};

/// Whether an event accesses memory.
constexpr bool is_access(event_kind kind) { return kind <= event_kind::atomic; }

/// The identity of a step within a warp's trace.
struct step_key {
    code_location site;
    std::uint32_t phase;
    std::uint32_t occurrence; ///< of the site in the phase
    friend bool operator==(step_key const&, step_key const&) = default;
};

/// All lanes of a warp that execute one site in one step.
struct warp_event {
    step_key key;
    code_location site;
    event_kind kind;
    std::uint32_t ordinal; ///< the largest number of events that a lane has had by then
    warp_request request;
};

/// Not thread-safe; serves one warp at a time, and keeps its allocations.
class warp_trace {
public:
    /// Records an event of a lane. `address` and `bytes` are ignored if it accesses no memory.
    void record(unsigned lane, event_kind kind, std::uint64_t address, std::uint32_t bytes,
                code_location const& site);
    /// Advances a lane's phase: it has joined a collective of its warp.
    void advance(unsigned lane) { ++lanes_[lane].phase; }

    /// The events so far. Their order depends on the order of the lanes.
    [[nodiscard]] std::vector<warp_event> const& events() const { return events_; }
    /// Forgets the events: the warp has reached a barrier or its end.
    void clear();

private:
    struct passed_site {
        code_location site;
        std::uint32_t phase;
        std::uint32_t occurrences; ///< in the phase
    };
    struct lane_state {
        std::uint32_t phase = 0;
        std::uint32_t events = 0;   ///< so far
        std::size_t next_event = 0; ///< the lane's next event, if it does as the lane before
        std::size_t next_site = 0;  ///< likewise
        std::vector<passed_site> sites;
    };
    struct key_hash {
        std::size_t operator()(step_key const& key) const noexcept;
    };

    static std::uint32_t occurrence(lane_state& lane, code_location const& site);
    warp_event& event_of(lane_state& lane, step_key const& key, event_kind kind,
                         std::uint32_t bytes, code_location const& site);

    std::array<lane_state, 32> lanes_;
    std::vector<warp_event> events_;
    std::unordered_map<step_key, std::size_t, key_hash> places_;
};

} // namespace gpu::inline v0::simulated
