// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of kernels: regions with known bounds and checked accesses.
#pragma once

#include "finding.hpp"
#include "moment.hpp"
#include "shadow.hpp"
#include "spin_lock.hpp"

#include <gpualgo/abi/simulated_thread.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace gpu::inline v0::simulated {

/// The kinds of memory.
enum class memory_kind : std::uint8_t {
    input,            ///< the caller's, read only
    output,           ///< the caller's, readable and writable
    scratch,          ///< the queue's; initially unwritten
    unwritten_output, ///< the caller's, whose contents do not count as written
    /// addresses without memory, to count accesses: writes are dropped, and reads give what the
    /// region's `dry_content` says
    addresses,
    /// a block's; initially unwritten, and only accessed by threads of the block, which run on one
    /// host thread
    shared
};

/// "the input" ...
char const* to_string(memory_kind kind);

/// The location of memory: one line of bytes, or several lines with gaps between them that do not
/// belong to it.
struct extent {
    void* begin;
    std::size_t line_bytes;
    std::size_t lines = 1;
    std::size_t step = 0; ///< bytes from one line to the next, at least `line_bytes`

    /// Bytes from the first line to the end of the last one.
    [[nodiscard]] std::size_t span() const { return (lines - 1) * step + line_bytes; }
};

/// A block that reads memory which has addresses only.
struct dry_reader {
    std::uint32_t launch; ///< in the queue, from 1
    std::uint32_t block;  ///< its rank in the grid
};

/// Sets the bytes that a block reads at an offset of memory that has addresses only.
using dry_content =
    std::function<void(dry_reader const& reader, std::size_t offset, std::span<std::byte> read)>;

/// A piece of memory. Read-only memory has bounds only. Memory that kernels write has a shadow for
/// its lines, with one cell per element. A narrower access counts as an access to the whole cell.
class region {
public:
    /// @param element_bytes the size of its elements; ignored for an input
    region(memory_kind kind, extent const& where, std::size_t element_bytes);

    /// Bytes of the shadow of a region.
    [[nodiscard]] static std::size_t shadow_bytes(extent const& where, std::size_t element_bytes);

    [[nodiscard]] memory_kind kind() const { return kind_; }
    [[nodiscard]] std::byte* begin() const { return begin_; }
    /// The address that counts for sectors and banks.
    [[nodiscard]] std::uint64_t counted_address(std::size_t offset) const {
        return counted_begin_ + offset;
    }
    /// Lets accesses count as if the region began at another address.
    void count_from(void const* begin) { counted_begin_ = reinterpret_cast<std::uintptr_t>(begin); }
    /// Sets the content of addresses without memory; zeros if it is empty.
    void give(dry_content content) { content_ = std::move(content); }
    /// @name Whether each word is a counter that threads draw numbers from
    /// @{
    void make_counter() { is_counter_ = true; }
    [[nodiscard]] bool is_counter() const { return is_counter_; }
    /// @}
    /// Bytes from begin to end, including gaps.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    /// Whether a byte belongs to the region, and not to a gap.
    [[nodiscard]] bool contains(void const* pointer) const;

    /// Reads bytes inside the bounds; unwritten bytes read as zero. Throws a finding if there is a
    /// race.
    /// @return whether all bytes have been written
    bool load(moment const& reader, std::size_t offset, void* value, std::size_t bytes);
    /// Writes bytes inside the bounds. Throws a finding if there is a race or the memory is read
    /// only.
    void store(moment const& writer, std::size_t offset, void const* value, std::size_t bytes);

    /// Accesses an element inside the bounds atomically. Throws a finding if there is a race with a
    /// plain access, or the memory is read only.
    /// @param ready set to what the access returns
    /// @return whether the element has been written, if it is read
    bool access_atomically(moment const& now, std::size_t offset, std::size_t bytes,
                           detail::atomic_access const& access, bool& ready);

    /// Whether all these bytes have been written, by kernels or by the caller.
    [[nodiscard]] bool written(std::size_t offset, std::size_t bytes) const;

    /// Replaces the memory, unwritten. Only for shared memory.
    void reset(void* begin, std::size_t bytes);
    /// Splits the cells of the shadow if elements are smaller. Only for shared memory.
    void refine(std::size_t element_bytes);

private:
    struct stripe {
        spin_lock lock;
        shadow history;
    };

    void read_dry(moment const& reader, std::size_t offset, std::span<std::byte> read) const;
    template <class Touch>
    void for_each_cell(std::size_t offset, std::size_t bytes, Touch touch) const;
    /// Whether some of these bytes, which are inside the bounds, lie in a gap.
    [[nodiscard]] bool is_in_gap(std::size_t offset, std::size_t bytes) const;
    /// Bytes of gaps before a byte of a line.
    [[nodiscard]] std::size_t gaps_before(std::size_t offset) const;
    [[noreturn]] void report_gap(moment const& now, bool writes, std::size_t offset) const;
    [[noreturn]] void report_read_only(moment const& writer, std::size_t offset) const;
    [[noreturn]] void report_race(moment const& now, char const* does, access const& earlier,
                                  bool was_write, std::size_t offset) const;
    [[nodiscard]] std::size_t cell_of(std::size_t offset) const {
        return (offset - gaps_before(offset)) >> cell_shift_;
    }
    [[nodiscard]] stripe& stripe_of(std::size_t cell) const {
        return stripes_[cell >> stripe_shift_];
    }
    [[nodiscard]] std::size_t place_in_stripe(std::size_t cell) const {
        return cell & ((std::size_t{1} << stripe_shift_) - 1);
    }

    memory_kind kind_;
    std::byte* begin_;
    std::uint64_t counted_begin_;
    std::size_t bytes_;
    std::size_t line_bytes_;
    std::size_t step_;                  ///< 0 if there are no gaps
    unsigned cell_shift_;               ///< log2 of a cell's bytes
    unsigned stripe_shift_ = 63;        ///< log2 of a stripe's cells
    std::unique_ptr<stripe[]> stripes_; ///< null if nothing is checked but bounds
    dry_content content_;
    bool is_counter_ = false;
};

} // namespace gpu::inline v0::simulated
