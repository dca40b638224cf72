// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory as kernels see it: pieces whose bounds are known, and whose accesses are checked.
#pragma once

#include "finding.hpp"
#include "moment.hpp"
#include "shadow.hpp"
#include "spin_lock.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpu::inline v0::simulated {

/// Whose memory it is.
enum class memory_kind : std::uint8_t {
    input,   ///< given from outside, to be read
    output,  ///< given from outside, to be read and written
    scratch, ///< of the queue; begins unwritten
    /// of a block; begins unwritten, and only threads of the block, on one thread of the host, get
    /// at it
    shared
};

/// "the input" ...
char const* to_string(memory_kind kind);

/// Where memory lies: one line of bytes, or several with gaps between them that do not belong to
/// it.
struct extent {
    void* begin;
    std::size_t line_bytes;
    std::size_t lines = 1;
    std::size_t step = 0; ///< bytes from a line to the next, at least `line_bytes`

    /// Bytes from the first line to the end of the last one.
    [[nodiscard]] std::size_t span() const { return (lines - 1) * step + line_bytes; }
};

/// A piece of memory. What is read only has bounds and nothing else; what kernels write has a
/// shadow of its lines, cut into cells of the size of an element of its type. A narrower access
/// counts as one to the whole cell.
class region {
public:
    /// @param element_bytes the size of its elements; of no matter for an input
    region(memory_kind kind, extent const& where, std::size_t element_bytes);

    /// Bytes of the shadow that a region has.
    [[nodiscard]] static std::size_t shadow_bytes(extent const& where, std::size_t element_bytes);

    [[nodiscard]] memory_kind kind() const { return kind_; }
    [[nodiscard]] std::byte* begin() const { return begin_; }
    /// Bytes from its begin to its end, gaps too.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// Whether a byte belongs to it, and not to a gap.
    [[nodiscard]] bool contains(void const* pointer) const;

    /// Reads bytes inside the bounds; what nobody has written is zero. Throws a race.
    /// @return whether all have been written
    bool load(moment const& reader, std::size_t offset, void* value, std::size_t bytes);
    /// Writes bytes inside the bounds. Throws a race, or that the memory is read only.
    void store(moment const& writer, std::size_t offset, void const* value, std::size_t bytes);

    /// Whether all of these bytes have been written, by threads or from outside.
    [[nodiscard]] bool written(std::size_t offset, std::size_t bytes) const;

    /// Other memory, unwritten. Only for memory of one block.
    void reset(void* begin, std::size_t bytes);
    /// Cuts the shadow into smaller cells where elements are smaller. Only for memory of one block.
    void refine(std::size_t element_bytes);

private:
    struct stripe {
        spin_lock lock;
        shadow history;
    };

    template <class Touch>
    void for_each_cell(std::size_t offset, std::size_t bytes, Touch touch) const;
    /// Whether some of these bytes, which are inside the bounds, belong to no line.
    [[nodiscard]] bool is_in_gap(std::size_t offset, std::size_t bytes) const;
    /// Bytes of gaps before a byte of a line.
    [[nodiscard]] std::size_t gaps_before(std::size_t offset) const;
    [[noreturn]] void report_gap(moment const& now, bool writes, std::size_t offset) const;
    [[noreturn]] void report_read_only(moment const& writer, std::size_t offset) const;
    [[noreturn]] void report_race(moment const& now, bool writes, access const& earlier,
                                  bool was_write, std::size_t offset) const;

    memory_kind kind_;
    std::byte* begin_;
    std::size_t bytes_;
    std::size_t line_bytes_;
    std::size_t step_;                  ///< 0 if there are no gaps
    unsigned cell_shift_;               ///< log2 of a cell's bytes
    unsigned stripe_shift_ = 63;        ///< log2 of a stripe's cells
    std::unique_ptr<stripe[]> stripes_; ///< null for what is read only
};

} // namespace gpu::inline v0::simulated
