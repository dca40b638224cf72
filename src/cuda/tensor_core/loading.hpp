// SPDX-License-Identifier: Apache-2.0
/// @file
/// The time in which blocks load tiles from the L2 cache. It depends on the first byte of lines of
/// A and B, and on the multiprocessors that load: two share a port to the cache.
#pragma once

#include "line_begin.hpp"

namespace gpu::inline v0::sm90 {

/// How many blocks have a port to the L2 cache of their own, as they are placed on an idle GPU.
enum class own_ports { all, some, none };

constexpr own_ports ports_of(int blocks, int multiprocessors) {
    if (blocks <= multiprocessors / 2) return own_ports::all;
    return blocks <= multiprocessors * 7 / 8 ? own_ports::some : own_ports::none;
}

/// Whether a kernel whose k is divided starts early. If it has few blocks, they are placed where
/// those of the previous kernel leave room, and not all over the GPU. To read 268 MB, 72 of them
/// took 1.5 times as long then.
/// @param steps of k per block
constexpr bool starts_early(int blocks, int steps, int multiprocessors) {
    constexpr int few_steps = 4;
    return steps <= few_steps || 4 * blocks > 3 * multiprocessors;
}

/// The time to load a line of 128 bytes of a tile, in picoseconds. Fitted to times on an H200; 0 if
/// loads never take longer than products.
constexpr int ps_per_line(line_begin begin, own_ports ports) {
    constexpr int times[][3] = {{0, 1250, 1300}, {1050, 1550, 1600}, {1550, 2100, 2350}};
    return times[static_cast<int>(begin)][static_cast<int>(ports)];
}

} // namespace gpu::inline v0::sm90
