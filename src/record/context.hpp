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
/// @return an object with the keys `date` (UTC, ISO 8601), `version`, `cpu`, `gpu`, `driver`,
/// `cuda_driver`, `cuda_toolkit`, `compiler` and `command`. `version` is the library's;
/// `cuda_driver` is the version of CUDA that the driver supports; `cuda_toolkit` built the library.
/// Missing values are null; `gpu` also if the device is none
[[nodiscard]] json context(gpu::device device, std::vector<std::string> const& command);

} // namespace record
