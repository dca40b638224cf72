// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo devices`: the devices of this machine.
#pragma once

#include <gpualgo/device.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// The preferred device, or why there is none.
struct preferred_choice {
    std::optional<gpu::device> device;
    std::string reason; ///< empty if there is one
};

/// @return gpu::device::preferred(), which fails if GPUALGO_STRICT forbids to fall back to the host
[[nodiscard]] preferred_choice preferred_or_reason();

/// @return a line for every device that can be used, the preferred one marked, and a line that says
/// why
[[nodiscard]] std::string list_devices();

/// @param arguments those of the tool, for the context
/// @return one JSON object: preferred, devices and context. A device has device, name, preferred,
/// free_bytes, total_bytes and why
[[nodiscard]] std::string devices_to_json(std::vector<std::string> const& arguments);

} // namespace tool
