// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks of the intervals of partial reductions, the same for all types.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

/// The indices [begin, end) of a part of a range.
struct partial_interval {
    std::uint64_t begin;
    std::uint64_t end;
};

inline std::string interval_text(partial_interval i) {
    return "[" + std::to_string(i.begin) + ", " + std::to_string(i.end) + ")";
}

/// Throws std::invalid_argument if there is a gap or an overlap between two intervals.
inline void check_follows(partial_interval next, partial_interval first) {
    if (next.begin != first.end)
        throw std::invalid_argument("gpu::partial_reduction::merge: " + interval_text(next) +
                                    " does not follow " + interval_text(first));
}

/// Throws std::invalid_argument if an interval does not begin at 0.
inline void check_begins_at_0(partial_interval i) {
    if (i.begin != 0)
        throw std::invalid_argument("gpu::partial_reduction::total: " + interval_text(i) +
                                    " does not begin at 0; merge it with its predecessors");
}

/// Throws std::invalid_argument if the indices of n elements from `begin` on do not fit 64 bits.
/// @param type the name of the class template
inline void check_indices(std::uint64_t begin, std::uint64_t n,
                          char const* type = "gpu::partial_reduction") {
    if (n > ~begin)
        throw std::invalid_argument(std::string(type) + ": " + std::to_string(n) +
                                    " elements from " + std::to_string(begin) +
                                    " on: their indices do not fit 64 bits");
}

} // namespace gpu::inline v0::detail
