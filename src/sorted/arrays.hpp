// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ranges of a request for a function on sorted ranges: checks them, and stages those that the
/// device cannot access.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/sorted_request.hpp>

#include <cstddef>
#include <optional>

namespace gpu::inline v0::detail {

/// The sizes of a request's ranges in bytes.
struct sorted_bytes {
    std::size_t first, second, out;
};
sorted_bytes bytes_of(sorted_request const& request);

/// Throws std::invalid_argument if a range is a null pointer or too large, or if the output
/// overlaps another one.
void check_ranges(sorted_request const& request);

/// The device that the ranges of a request belong to, or none if all lie in plain host memory.
/// Throws std::invalid_argument if they lie on several.
std::optional<device_id> owner_of_all(sorted_request const& request);

/// A request whose ranges the device can access: copies of those that it cannot.
class staged_arrays {
public:
    staged_arrays(sorted_request const& request, device_id device);

    [[nodiscard]] sorted_request const& request() const { return staged_; }
    /// Copies the output to where it belongs, after the call.
    void finish() const;

private:
    void stage_input(std::optional<device_buffer>& buffer, void const*& first, device_id memory,
                     std::size_t bytes);

    sorted_request const& given_;
    sorted_request staged_;
    device_id device_;
    std::optional<device_buffer> first_, second_, out_;
};

} // namespace gpu::inline v0::detail
