// SPDX-License-Identifier: Apache-2.0
/// @file
/// The range of a sort, and the values that move with it: where they lie, and copies of them.
#pragma once

#include "call/device_buffer.hpp"

#include <gpualgo/abi/sort_request.hpp>

#include <optional>

namespace gpu::inline v0::detail {

/// Throws if the values are missing, too many, or overlap the range.
void check_values(sort_request const& request);

/// The device that the range and the values belong to, or none if they are plain host memory.
[[nodiscard]] std::optional<device_id> owner_of_both(sort_request const& request);

/// A sort of copies on a device.
class staged_sort {
public:
    /// Copies the range and the values.
    staged_sort(sort_request const& given, device_id device);

    /// @return a request for the copies
    [[nodiscard]] sort_request const& request() const { return request_; }
    /// Copies the results back.
    void download() const;

private:
    sort_request const& given_;
    sort_request request_;
    device_buffer range_;
    std::optional<device_buffer> values_;
};

} // namespace gpu::inline v0::detail
