// SPDX-License-Identifier: Apache-2.0
/// @file
/// The versions of the headers and of the loaded library.
#pragma once

#include <string_view>

/// Version of these headers: major * 10000 + minor * 100 + patch. The build reads the project's
/// version from here.
#define GPUALGO_VERSION 100

extern "C" [[gnu::visibility("default")]] int gpualgo_v0_version() noexcept;

/// STL-style algorithms on GPUs, on the cores of the host and on a simulated device.
namespace gpu::inline v0 {

/// Returns the version of the shared library that this program has loaded.
/// @return major * 10000 + minor * 100 + patch; differs from `GPUALGO_VERSION` if the library was
/// exchanged
inline int version() noexcept { return gpualgo_v0_version(); }

} // namespace gpu::inline v0
