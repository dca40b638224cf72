// SPDX-License-Identifier: Apache-2.0
/// @file
/// The shadow of a piece of memory: for each cell of it, who wrote it last and who has read it
/// since.
///
/// As in Flanagan and Freund's FastTrack (PLDI 2009) one reader is kept in the cell, and more only
/// where readers are not ordered: most cells never have two.
#pragma once

#include "moment.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::simulated {

/// The shadow of cells of equal size. Not thread safe.
class shadow {
public:
    /// Bytes that are kept for each cell.
    static std::size_t const bytes_per_cell;

    /// All cells are unwritten.
    explicit shadow(std::size_t cells = 0) : cells_(cells) {}

    /// Forgets all: the cells are unwritten.
    void reset(std::size_t cells);
    /// Cuts each cell into so many, each with the history of the whole.
    void split(unsigned parts);

    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    /// Whether a thread has written the cell.
    [[nodiscard]] bool written(std::size_t i) const { return cells_[i].write.happened(); }

    /// Notes a read.
    /// @return the write that it does not follow, or null
    access const* read(std::size_t i, moment const& reader);
    /// Notes a write.
    /// @return an access that it does not follow, or null
    access const* write(std::size_t i, moment const& writer);

    /// Whether an access that one of the functions above returned is a write.
    [[nodiscard]] bool is_write(std::size_t i, access const* earlier) const {
        return earlier == &cells_[i].write;
    }

private:
    struct cell {
        access write;
        access read; ///< a reader since the write
        /// the other readers: 1 + the place of their list, or 0 where there never were any
        std::uint32_t more = 0;
    };

    std::vector<access>& others(cell& at);
    void add_reader(cell& at, moment const& reader);

    std::vector<cell> cells_;
    std::vector<std::vector<access>> lists_;
    std::size_t lists_used_ = 0; ///< lists of a reset are used again
};

inline constexpr std::size_t shadow::bytes_per_cell = sizeof(cell);

} // namespace gpu::inline v0::simulated
