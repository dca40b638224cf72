// SPDX-License-Identifier: Apache-2.0
/// @file
/// Where a call runs: from where its data lies and what its policy says to the device.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// "cuda:0"
std::string name_of(device_id id);

/// Where a call runs.
struct placement {
    device_id device;
    bool staged = false;    ///< the data must be copied to the device first
    std::string fallback{}; ///< why the device is not the one that the policy would have
};

/// The device that data belongs to, or none if it is plain memory of the host. Throws gpu::error if
/// a reset of the device has destroyed it.
/// @param given what the request says; unspecified for a plain pointer
/// @param first the data; null if there is none
std::optional<device_id> owner_of(device_id given, void const* first);

/// The device that the range of a request belongs to, or none if it is plain memory of the host. An
/// empty range is nowhere, unless the request says so.
std::optional<device_id> owner_of_range(range_request const& request);

/// The table of doc/devices in code: data, policy and `.on(device)` to the device. Throws
/// std::invalid_argument where the data is on another device than the policy says, gpu::no_device
/// where falling back is forbidden.
/// @param owner the device that the data belongs to, or none where it is plain memory of the host
/// @param empty whether there is no data
/// @param target the policy's device, or unspecified
/// @param data what messages call the data: "the range lies"
placement place(std::optional<device_id> owner, bool empty, device_id target, bool is_automatic,
                std::string_view data);

/// Throws std::invalid_argument if the caller's resource has no memory of the device that the call
/// runs on, and gpu::error if a reset of the device has destroyed the stream.
void check_resources(call_options const& options, device_id device);

} // namespace gpu::inline v0::detail
