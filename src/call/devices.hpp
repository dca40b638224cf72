// SPDX-License-Identifier: Apache-2.0
/// @file
/// The devices of the process, and the preferred one.
#pragma once

#include "backend.hpp"

#include <string>
#include <vector>

namespace gpu::inline v0::detail {

inline constexpr device_id host_id{static_cast<std::uint32_t>(device_kind::host), 0};
inline constexpr device_id simulated_id{static_cast<std::uint32_t>(device_kind::simulated), 0};

/// The backend of a device. Throws gpu::no_device for a kind that this library does not know.
backend& backend_of(device_id device);

/// All devices that are not known to fail, the host first. Creates no context on a GPU.
std::vector<device_id> usable_devices();

/// Describes a device. For the host, `why` says why no GPU is preferred to it.
device_description describe(device_id device);

/// The preferred device, and why it is not a GPU if the user did not rule GPUs out.
struct preference {
    device_id device;
    std::string fallback; ///< empty if `device` is the one asked for
};

/// Reads GPUALGO_DEVICE. Throws std::invalid_argument, listing the allowed values, or
/// gpu::no_device.
preference preferred_device();

/// The same, for what is placed there without being told so.
/// @throws gpu::no_device if it is a fallback to the host, and GPUALGO_STRICT forbids that
preference default_device();

/// Whether GPUALGO_STRICT turns a fallback into an error.
bool is_strict();

/// The device that a raw pointer's memory belongs to.
device_id locate(void const* memory) noexcept;

} // namespace gpu::inline v0::detail
