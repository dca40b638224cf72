// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the device that a call runs on, from the location of its data and its policy.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// "cuda:0"
std::string name_of(device_id id);

/// Where a call runs.
struct placement {
    device_id device;
    bool staged = false;    ///< the data must first be copied to the device
    std::string fallback{}; ///< why the device is not the one that the policy prefers
};

/// The device that data belongs to, or none if it is plain host memory. Throws gpu::error if a
/// reset of the device has destroyed the data.
/// @param given the device in the request; unspecified for a raw pointer
/// @param first the data; null if there is none
std::optional<device_id> owner_of(device_id given, void const* first);

/// The device that several ranges belong to, or none if all are plain host memory. Throws
/// std::invalid_argument if they belong to several devices.
std::optional<device_id> common_owner(std::span<std::optional<device_id> const> owners);

/// The device that the range of a request belongs to, or none if it is plain host memory. An empty
/// range has a device only if the request names it.
std::optional<device_id> owner_of_range(range_request const& request);

/// Maps data, policy and `.on(device)` to a device, as the table in doc/devices says. Throws
/// std::invalid_argument if the data is on another device than the policy names, and gpu::no_device
/// if fallbacks are forbidden.
/// @param owner the device that the data belongs to, or none for plain host memory
/// @param empty whether there is no data
/// @param target the policy's device, or unspecified
/// @param data begins messages about the data: "the range lies"
placement place(std::optional<device_id> owner, bool empty, device_id target, bool is_automatic,
                std::string_view data);

/// Throws std::invalid_argument if the caller's memory resource is of another device than the call.
/// Throws gpu::error if a reset of the device has destroyed the stream.
void check_resources(call_options const& options, device_id device);

} // namespace gpu::inline v0::detail
