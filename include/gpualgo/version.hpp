// SPDX-License-Identifier: Apache-2.0
/// @file
/// The version of the headers and of the library that is loaded.
#pragma once

#include <string_view>

/// Version of these headers: major * 10000 + minor * 100 + patch. The build reads the project's
/// version from here.
#define GPUALGO_VERSION 100

extern "C" [[gnu::visibility("default")]] int gpualgo_v0_version() noexcept;

namespace gpu::inline v0 {

/// The version of the shared library that this program runs with, in the form of `GPUALGO_VERSION`.
/// @return major * 10000 + minor * 100 + patch; differs from `GPUALGO_VERSION` where the library
/// was exchanged
inline int version() noexcept { return gpualgo_v0_version(); }

} // namespace gpu::inline v0
