// SPDX-License-Identifier: Apache-2.0
/// @file
/// The positions of runs of equal keys, as `find_runs` writes them: 4 bytes per run.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The results of `find_runs`.
struct found_runs {
    std::size_t n;               ///< keys
    std::size_t runs;            ///< how many there are
    std::uint32_t const* starts; ///< see find_runs_arguments
    shared_word const* before;   ///< see find_runs_arguments
    unsigned tile_log;           ///< binary logarithm of the keys of a tile
};

/// The positions of runs, in a kernel.
/// @tparam Starts, Before arrays of the context
template <class Starts, class Before>
class run_positions {
public:
    GPUALGO_DEVICE run_positions(found_runs const& found, Starts starts, Before before)
        : found_(found), starts_(starts), before_(before) {}

    /// @return the position of the first element of run r; the number of keys if r is the number of
    /// runs
    [[nodiscard]] GPUALGO_DEVICE std::size_t start(std::size_t r) const {
        if (r >= found_.runs) return found_.n;
        std::size_t high = 0; // usually there are no more than 2^32 keys
        while (high + half < found_.n && first_from(high + half) <= r) high += half;
        return high + starts_.get(r);
    }

    /// @param position a multiple of the size of a tile
    /// @return the runs that start before it
    [[nodiscard]] GPUALGO_DEVICE std::size_t first_from(std::size_t position) const {
        return position < found_.n
                   ? static_cast<std::size_t>(before_.get(position >> found_.tile_log))
                   : found_.runs;
    }

private:
    static constexpr std::size_t half = std::size_t{1} << 32;

    found_runs found_;
    Starts starts_;
    Before before_;
};

/// @return the positions, for a context
template <class Context>
GPUALGO_DEVICE auto positions_of(Context const& context, found_runs const& found) {
    auto const starts = context.global(found.starts);
    auto const before = context.global(found.before);
    return run_positions<decltype(context.global(found.starts)),
                         decltype(context.global(found.before))>(found, starts, before);
}

} // namespace gpu::inline v0::kernel
