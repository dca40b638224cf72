// SPDX-License-Identifier: Apache-2.0
/// @file
/// The circumstances of a measurement.
#pragma once

#include "json.hpp"

#include <gpualgo/device.hpp>

#include <string>
#include <vector>

namespace record {

/// @param device that was measured
/// @param command the program's arguments, its name first
/// @return an object: `date` (UTC, ISO 8601), `version` of the library, `cpu`, `gpu`, `driver`,
/// `cuda_driver` (the version of CUDA that it is for), `cuda_toolkit` (that the library was built
/// with), `compiler` and `command`. Missing ones are null; `gpu` also if the device is none
[[nodiscard]] json context(gpu::device device, std::vector<std::string> const& command);

} // namespace record
