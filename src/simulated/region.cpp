// SPDX-License-Identifier: Apache-2.0
#include "region.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <mutex>
#include <string>

namespace gpu::inline v0::simulated {
namespace {

/// Number of locks per region: enough that the cores of a large machine seldom contend.
constexpr std::size_t stripes = 64;

/// log2 of the largest cell size that divides the size of an element.
unsigned shift_for(std::size_t element_bytes) {
    return static_cast<unsigned>(std::min(std::countr_zero(element_bytes), 4));
}

std::size_t cells_of(std::size_t bytes, unsigned shift) {
    return (bytes + (std::size_t{1} << shift) - 1) >> shift;
}

witness seen(access const& by) { return {by.site, by.block, by.thread}; }

} // namespace

char const* to_string(memory_kind kind) {
    switch (kind) {
    case memory_kind::input: return "the input";
    case memory_kind::output:
    case memory_kind::unwritten_output: return "the output";
    case memory_kind::scratch: return "global scratch";
    case memory_kind::addresses: return "global memory";
    default: return "shared memory";
    }
}

region::region(memory_kind kind, extent const& where, std::size_t element_bytes)
    : kind_(kind), begin_(static_cast<std::byte*>(where.begin)),
      counted_begin_(reinterpret_cast<std::uintptr_t>(where.begin)), bytes_(where.span()),
      line_bytes_(where.line_bytes),
      step_(where.lines == 1 || where.step == where.line_bytes ? 0 : where.step),
      cell_shift_(shift_for(element_bytes)) {
    if (kind == memory_kind::input || kind == memory_kind::addresses) return;
    std::size_t const cells = cells_of(where.lines * where.line_bytes, cell_shift_);
    if (kind != memory_kind::shared)
        stripe_shift_ = static_cast<unsigned>(std::bit_width(cells / stripes));
    std::size_t const count = (cells >> stripe_shift_) + 1;
    stripes_ = std::make_unique<stripe[]>(count);
    for (std::size_t i = 0; i < count; ++i)
        stripes_[i].history.reset(
            std::min(cells - (i << stripe_shift_), std::size_t{1} << stripe_shift_));
}

std::size_t region::shadow_bytes(extent const& where, std::size_t element_bytes) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    std::size_t const cells = cells_of(where.lines * where.line_bytes, shift_for(element_bytes));
    return cells > most / shadow::bytes_per_cell ? most : cells * shadow::bytes_per_cell;
}

bool region::contains(void const* pointer) const {
    return std::less_equal<>()(static_cast<void const*>(begin_), pointer) &&
           std::less<>()(pointer, static_cast<void const*>(begin_ + bytes_)) &&
           !is_in_gap(static_cast<std::size_t>(static_cast<std::byte const*>(pointer) - begin_), 1);
}

bool region::is_in_gap(std::size_t offset, std::size_t bytes) const {
    return step_ != 0 && offset % step_ + bytes > line_bytes_;
}

std::size_t region::gaps_before(std::size_t offset) const {
    return step_ == 0 ? 0 : offset / step_ * (step_ - line_bytes_);
}

// The data itself is also accessed under the lock: a race in a kernel must not be a race of host
// threads.
template <class Touch>
void region::for_each_cell(std::size_t offset, std::size_t bytes, Touch touch) const {
    std::size_t const gaps = gaps_before(offset);
    std::size_t const end = offset + bytes;
    for (std::size_t at = offset; at < end;) {
        std::size_t const cell = (at - gaps) >> cell_shift_;
        std::size_t const next = std::min(((cell + 1) << cell_shift_) + gaps, end);
        auto& part = stripe_of(cell);
        std::unique_lock lock(part.lock, std::defer_lock);
        if (kind_ != memory_kind::shared) lock.lock();
        touch(part.history, place_in_stripe(cell), at, next - at);
        at = next;
    }
}

void region::read_dry(moment const& reader, std::size_t offset, std::span<std::byte> read) const {
    std::ranges::fill(read, std::byte{});
    if (content_) content_({reader.now.launch, reader.now.block}, offset, read);
}

bool region::load(moment const& reader, std::size_t offset, void* value, std::size_t bytes) {
    if (kind_ == memory_kind::input) {
        std::memcpy(value, begin_ + offset, bytes);
        return true;
    }
    if (is_in_gap(offset, bytes)) report_gap(reader, false, offset);
    if (kind_ == memory_kind::addresses) {
        read_dry(reader, offset, {static_cast<std::byte*>(value), bytes});
        return true;
    }
    bool all_written = true;
    for_each_cell(
        offset, bytes, [&](shadow& history, std::size_t cell, std::size_t at, std::size_t size) {
            auto* const target = static_cast<std::byte*>(value) + (at - offset);
            bool const is_written = kind_ == memory_kind::output || history.written(cell);
            if (auto const* const earlier = history.read(cell, reader))
                report_race(reader, "reads", *earlier, history.is_write(cell, earlier), at);
            if (is_written) std::memcpy(target, begin_ + at, size);
            else std::memset(target, 0, size);
            all_written &= is_written;
        });
    return all_written;
}

void region::store(moment const& writer, std::size_t offset, void const* value, std::size_t bytes) {
    if (kind_ == memory_kind::input) report_read_only(writer, offset);
    if (is_in_gap(offset, bytes)) report_gap(writer, true, offset);
    if (kind_ == memory_kind::addresses) return;
    for_each_cell(
        offset, bytes, [&](shadow& history, std::size_t cell, std::size_t at, std::size_t size) {
            if (auto const* const earlier = history.write(cell, writer))
                report_race(writer, "writes", *earlier, history.is_write(cell, earlier), at);
            std::memcpy(begin_ + at, static_cast<std::byte const*>(value) + (at - offset), size);
        });
}

bool region::access_atomically(moment const& now, std::size_t offset, std::size_t bytes,
                               detail::atomic_access const& access, bool& ready) {
    if (kind_ == memory_kind::input) report_read_only(now, offset);
    if (is_in_gap(offset, bytes)) report_gap(now, true, offset);
    if (kind_ == memory_kind::addresses) {
        constexpr std::size_t largest = detail::atomic_access::largest;
        alignas(largest) std::byte content[largest];
        read_dry(now, offset, {content, bytes});
        ready = access.apply(access.context, content);
        return true;
    }
    std::size_t const first = cell_of(offset);
    std::size_t const last = cell_of(offset + bytes - 1);
    // an element of several cells may lie in two stripes; no element lies in more
    std::unique_lock lower(stripe_of(first).lock, std::defer_lock);
    std::unique_lock upper(stripe_of(last).lock, std::defer_lock);
    if (kind_ != memory_kind::shared) {
        lower.lock();
        if (&stripe_of(first) != &stripe_of(last)) upper.lock();
    }
    bool const writes = access.kind == detail::atomic_kind::write;
    bool all_written = true;
    for (std::size_t cell = first; cell <= last; ++cell) {
        auto& history = stripe_of(cell).history;
        std::size_t const place = place_in_stripe(cell);
        bool const is_written = kind_ == memory_kind::output || history.written(place);
        all_written &= is_written;
        auto const* const earlier =
            writes && !is_written ? history.write(place, now) : history.read(place, now);
        if (earlier != nullptr)
            report_race(now, "accesses atomically", *earlier, history.is_write(place, earlier),
                        offset);
    }
    if (!all_written) std::memset(begin_ + offset, 0, bytes);
    ready = access.apply(access.context, begin_ + offset);
    return writes || all_written;
}

bool region::written(std::size_t offset, std::size_t bytes) const {
    bool all = true;
    if (kind_ == memory_kind::scratch)
        for_each_cell(offset, bytes,
                      [&](shadow const& history, std::size_t cell, std::size_t, std::size_t) {
                          all &= history.written(cell);
                      });
    return all;
}

void region::reset(void* begin, std::size_t bytes) {
    begin_ = static_cast<std::byte*>(begin);
    count_from(begin);
    bytes_ = bytes;
    stripes_[0].history.reset(cells_of(bytes, cell_shift_));
}

void region::refine(std::size_t element_bytes) {
    unsigned const finer = shift_for(element_bytes);
    if (finer >= cell_shift_) return;
    stripes_[0].history.split(1u << (cell_shift_ - finer));
    cell_shift_ = finer;
}

void region::report_read_only(moment const& writer, std::size_t offset) const {
    throw make_finding(defect::bounds,
                       to_string(seen(writer.now)) + " writes to byte " + std::to_string(offset) +
                           " of " + to_string(kind_) + ", which is read only",
                       writer.seed, seen(writer.now));
}

void region::report_gap(moment const& now, bool writes, std::size_t offset) const {
    throw make_finding(defect::bounds,
                       to_string(seen(now.now)) + (writes ? " writes" : " reads") + " byte " +
                           std::to_string(offset) + " of " + to_string(kind_) +
                           ", which is between its lines",
                       now.seed, seen(now.now));
}

void region::report_race(moment const& now, char const* does, access const& earlier, bool was_write,
                         std::size_t offset) const {
    char const* const did = earlier.is_atomic != 0 ? " accessed atomically"
                            : was_write            ? " wrote"
                                                   : " read";
    throw make_finding(defect::race,
                       "race on byte " + std::to_string(offset) + " of " + to_string(kind_) + ": " +
                           to_string(seen(now.now)) + " " + does + " what " +
                           to_string(seen(earlier)) + did +
                           ", and no barrier, tile sync or publishing orders them",
                       now.seed, seen(now.now), seen(earlier));
}

} // namespace gpu::inline v0::simulated
