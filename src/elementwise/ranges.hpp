// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ranges of an elementwise request: which there are, checks, and copies of those that a device
/// cannot access.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/elementwise_request.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace gpu::inline v0::detail {

/// A range of a request.
struct used_range {
    element_range elementwise_request::*member;
    std::size_t element_bytes;
    bool is_read;
    bool is_written;

    [[nodiscard]] element_range const& of(elementwise_request const& r) const { return r.*member; }
    [[nodiscard]] element_range& of(elementwise_request& r) const { return r.*member; }
    [[nodiscard]] std::size_t bytes(elementwise_request const& r) const {
        return static_cast<std::size_t>(of(r).n) * element_bytes;
    }
};

/// The ranges of a request whose numbers are checked; none twice.
class used_ranges {
public:
    explicit used_ranges(elementwise_request const& r);
    [[nodiscard]] used_range const* begin() const { return ranges_.data(); }
    [[nodiscard]] used_range const* end() const { return ranges_.data() + count_; }

private:
    void add(used_range const& range) { ranges_[count_++] = range; }
    std::array<used_range, 4> ranges_{};
    std::size_t count_ = 0;
};

/// Throws std::invalid_argument if a range is a null pointer or larger than the address space, or
/// if a range that is written overlaps another one.
void check_ranges(elementwise_request const& r);

/// The device that the ranges belong to, or none if all lie in plain host memory. Throws
/// std::invalid_argument if they lie on several.
std::optional<device_id> owner_of_ranges(elementwise_request const& r);

/// Throws std::invalid_argument if elements are not aligned to their size, as kernels need it.
void check_alignment(elementwise_request const& r);

/// Completes the size of a range that indices refer to, from the indices, which the host can read.
void find_reach(elementwise_request& r);

/// A request whose ranges are copies on a device.
class staged_ranges {
public:
    staged_ranges(elementwise_request const& r, device_id device);
    [[nodiscard]] elementwise_request const& request() const { return staged_; }
    /// Copies the results back to the host, and waits.
    void finish(elementwise_request const& given) const;

private:
    elementwise_request staged_;
    std::array<std::optional<device_buffer>, 4> buffers_;
};

} // namespace gpu::inline v0::detail
