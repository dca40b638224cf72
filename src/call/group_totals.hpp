// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of groups of segments of the canonical order, which devices compute without waiting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gpu::inline v0::detail {

/// Totals of neighbouring groups of 2^log segments of a larger range. The first group begins at
/// segment `index << log`.
struct group_totals {
    unsigned log = 0;
    std::uint64_t index = 0;
    std::size_t count = 0;
    void* totals = nullptr; ///< one per group
};

/// Elements that go to the host together with totals.
struct host_copy {
    void* target;
    void const* source; ///< on the device
    std::size_t bytes;
};

/// Work of a device on totals of groups. Its destructor waits. Several of one thread may end in any
/// order.
class pending_groups {
public:
    pending_groups() = default;
    pending_groups(pending_groups const&) = delete;
    pending_groups& operator=(pending_groups const&) = delete;
    virtual ~pending_groups() = default;

    /// Waits, and copies elements to their targets.
    /// @return the totals in the order of segments, which the caller may overwrite. They live as
    /// long as this object
    virtual std::span<group_totals const> wait() = 0;
};

/// Memory of a device for chunks of ranges of the host, and a stream for copies and kernels. Its
/// destructor waits for them.
class chunk_buffer {
public:
    chunk_buffer() = default;
    chunk_buffer(chunk_buffer const&) = delete;
    chunk_buffer& operator=(chunk_buffer const&) = delete;
    virtual ~chunk_buffer() = default;

    [[nodiscard]] virtual std::byte* data() const noexcept = 0;
    [[nodiscard]] virtual void* stream() const noexcept = 0;

    /// Copies from memory of the host. Does not wait for the end of the copy, but has read memory
    /// that is not page-locked.
    virtual void upload(std::byte* target, void const* source, std::size_t bytes) = 0;
    /// @return page-locked memory of the host for the next `send`
    virtual std::span<std::byte> next_piece() = 0;
    /// Copies from the beginning of the last `next_piece`, without waiting.
    virtual void send(std::byte* target, std::size_t bytes) = 0;
};

} // namespace gpu::inline v0::detail
