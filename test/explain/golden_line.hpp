// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers in a line of golden counters.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

inline void append_numbers(std::string& text, std::initializer_list<std::uint64_t> numbers) {
    for (std::uint64_t const number : numbers) text += " " + std::to_string(number);
}

/// Appends the counters of a launch.
template <class Counters>
void append_counters(std::string& text, Counters const& c) {
    append_numbers(text,
                   {c.steps, c.divergent_steps, c.thread_steps(), c.global_loads.requests,
                    c.global_loads.sectors, c.global_loads.bytes_used, c.global_stores.requests,
                    c.global_stores.sectors, c.global_stores.bytes_used, c.shared_loads.requests,
                    c.shared_loads.wavefronts, c.shared_stores.requests, c.shared_stores.wavefronts,
                    c.barriers, c.tile_syncs, c.shuffles, c.votes, c.atomics});
}
