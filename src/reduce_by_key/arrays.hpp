// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ranges of a request for a reduction by key: checks them, and stages those that the device
/// cannot access.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/reduce_by_key_request.hpp>

#include <cstddef>
#include <optional>

namespace gpu::inline v0::detail {

/// Throws std::invalid_argument if an input is a null pointer or too large, or if an output
/// certainly overlaps another range. Notes that null pointers have no room.
void check_ranges(reduce_by_key_request& request);

/// The device that the ranges of a request belong to, or none if all lie in plain host memory.
/// Throws std::invalid_argument if they lie on several.
std::optional<device_id> owner_of_all(reduce_by_key_request const& request);

/// Throws std::invalid_argument if an output was a null pointer or too short for all runs.
void check_room(reduce_by_key_request const& done);

/// Bytes that a call has read and written.
std::size_t bytes_moved(reduce_by_key_request const& done);

/// A request whose ranges the device can access: copies of those that it cannot.
class staged_by_key {
public:
    staged_by_key(reduce_by_key_request const& request, device_id device);

    [[nodiscard]] reduce_by_key_request const& request() const { return staged_; }
    /// Copies the results to where they belong, after the call.
    void finish() const;

private:
    void stage_output(std::optional<device_buffer>& buffer, select_output& output,
                      std::size_t size);
    void finish_output(std::optional<device_buffer> const& buffer, select_output const& output,
                       std::size_t size) const;

    reduce_by_key_request const& given_;
    reduce_by_key_request staged_;
    device_id device_;
    std::size_t key_size_, total_size_; ///< bytes
    std::optional<device_buffer> keys_, values_, keys_out_, totals_out_;
};

} // namespace gpu::inline v0::detail
