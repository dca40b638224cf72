// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses into how many parts k is divided, see parts_of_k.hpp. Times are fitted to those on an
/// H200.
#pragma once

#include "loading.hpp"
#include "tile_order.hpp"

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::sm90 {

/// A kernel variant, and what it does with k.
struct kernel_choice {
    std::size_t variant; ///< index
    int parts_of_k = 1;  ///< see parts_of_k.hpp
};

/// The time in which the sums of parts of k are stored and added: by one more kernel, and 1.2 ps
/// per sum.
/// @param elements of C
constexpr long long adding_sums_ns(int parts, long long elements) {
    return 1600 + parts * elements / 820;
}

/// The time from one kernel of a divided product to the other, and to the next product.
/// @param steps of k per block
constexpr int between_kernels_ns(int blocks, int steps, int multiprocessors) {
    return starts_early(blocks, steps, multiprocessors) ? 1000 : 2000;
}

/// The time in which a line is loaded from the L2 cache by one block after another, in picoseconds.
/// It counts once for a cluster that shares the line. Blocks that divide k load more of A and B at
/// the same time. If both are in shared memory, loads take longer then.
inline constexpr int ps_per_load = 6, ps_per_load_of_part = 8;

/// The least time in which blocks load A and B from memory, whose lines take 20 ps.
/// @param lines of A and B, of 128 bytes, per step of k
/// @param loaded lines per step, each as often as it is loaded
/// @param ps see ps_per_load
constexpr long long memory_ns(long long lines, long long loaded, long long steps, int ps) {
    return (20 * lines + ps * loaded) / 8 * steps / 125; // in this order, it does not overflow
}

/// The time in which a block loads a line of 128 bytes from memory, in picoseconds, if no other
/// block loads the line.
inline constexpr int ps_per_line_of_memory = 1820;

/// Parts of k have at least this many steps if the choice is by time.
inline constexpr int least_steps_of_part = 2;

/// The fastest number of parts of k, see parts_of_k.hpp; at most `room`.
/// @param room for parts whose blocks run at the same time
/// @param steps of k per block of an undivided product
/// @param step_ns the time of one
/// @param divides see tuning
/// @param time returns the expected time for a number of parts
template <class Time>
constexpr int choose_parts(int room, int steps, int step_ns, int divides, Time time) {
    bool const is_short = static_cast<long long>(steps) * step_ns < adding_sums_ns(2, 0);
    if (divides < 0 && is_short) return 1; // without trying
    auto const without_empty = [=](int parts) { return pieces(steps, pieces(steps, parts)); };
    int const most = std::min(room, divides == 1 ? steps : steps / least_steps_of_part);
    if (divides == 0 || most < 2) return 1;
    if (divides == 1) return without_empty(most);
    int best = 1;
    long long shortest = time(1);
    for (int tried = most; tried > 1; tried -= pieces(tried, 4)) {
        int const parts = without_empty(tried);
        long long const ns = time(parts);
        if (ns >= shortest) continue;
        best = parts;
        shortest = ns;
    }
    return best;
}

} // namespace gpu::inline v0::sm90
