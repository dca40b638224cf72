// SPDX-License-Identifier: Apache-2.0
/// @file
/// The outputs of a selection: checks them, and stages those that the device cannot write.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/select_request.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpu::inline v0::detail {

/// Notes that null pointers have no room. They are allowed if nothing is written to them.
void bound_outputs(select_request& request);

/// Throws std::invalid_argument if an output overlaps another range.
void check_outputs(select_request const& request);

/// The device that the ranges of a request belong to, or none if all lie in plain host memory.
/// Throws std::invalid_argument if they lie on several.
std::optional<device_id> owner_of_all(select_request const& request);

/// Throws std::invalid_argument if an output was a null pointer, or had fewer elements than were to
/// be written.
void check_room(select_request const& done);

/// Bytes that a selection has read and written.
std::size_t bytes_moved(select_request const& done);

/// A request whose ranges the device can access: copies of those that it cannot.
class staged_selection {
public:
    staged_selection(select_request const& request, device_id device);

    [[nodiscard]] select_request const& request() const { return staged_; }
    /// Copies the results to where they belong, after the call.
    void finish() const;

private:
    void stage_apart();
    void stage_in_place();
    void stage_output(std::optional<device_buffer>& buffer, select_output& output);
    void finish_output(std::optional<device_buffer> const& buffer, select_output const& output,
                       std::uint64_t written) const;

    select_request const& given_;
    select_request staged_;
    device_id device_;
    std::size_t size_; ///< bytes of an element
    std::optional<device_buffer> in_, selected_, others_;
};

} // namespace gpu::inline v0::detail
