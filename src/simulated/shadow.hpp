// SPDX-License-Identifier: Apache-2.0
/// @file
/// Shadow memory: for each cell, the last writer and its readers since then. Atomic
/// accesses are kept as readers are: several may be unordered.
///
/// As in FastTrack (Flanagan and Freund, PLDI 2009), one reader is stored in the cell, and a list
/// only if readers are unordered. Most cells never have two.
#pragma once

#include "moment.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::simulated {

/// The shadow of cells of equal size. Not thread-safe.
class shadow {
public:
    /// Bytes of the shadow per cell.
    static std::size_t const bytes_per_cell;

    /// All cells are unwritten.
    explicit shadow(std::size_t cells = 0) : cells_(cells) {}

    /// Makes all cells unwritten.
    void reset(std::size_t cells);
    /// Splits each cell into `parts` cells with the same history.
    void split(unsigned parts);

    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    /// Whether a thread has written the cell.
    [[nodiscard]] bool written(std::size_t i) const { return cells_[i].write.happened(); }

    /// Records a read, or an atomic access of any kind. Neither races with its like.
    /// @return a write or an access of the other kind that does not precede it, or null
    access const* read(std::size_t i, moment const& reader);
    /// Records a write.
    /// @return an access that does not precede it, or null
    access const* write(std::size_t i, moment const& writer);

    /// Whether an access returned by one of the functions above is a write.
    [[nodiscard]] bool is_write(std::size_t i, access const* earlier) const {
        return earlier == &cells_[i].write;
    }

private:
    struct cell {
        access write;
        access read; ///< a reader, or an atomic access, since the write
        /// the others: 1 + the index of their list, or 0 if there never were any
        std::uint32_t more = 0;
    };

    std::vector<access>& others(cell& at);
    [[nodiscard]] access const* unordered_reader(cell const& at, moment const& now) const;
    void add_reader(cell& at, moment const& reader);

    std::vector<cell> cells_;
    std::vector<std::vector<access>> lists_;
    std::size_t lists_used_ = 0; ///< lists of earlier blocks are reused
};

inline constexpr std::size_t shadow::bytes_per_cell = sizeof(cell);

} // namespace gpu::inline v0::simulated
