// SPDX-License-Identifier: Apache-2.0
/// @file
/// Devices, as they cross into the shared library.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Stands for "not given" in the unsigned fields of a request.
inline constexpr std::uint32_t unspecified = 0xffffffff;

/// A device as a pair of numbers; `kind` is a `device_kind`, or `unspecified`.
struct device_id {
    std::uint32_t kind = unspecified;
    std::uint32_t ordinal = 0;
    friend constexpr bool operator==(device_id, device_id) = default;
};

} // namespace gpu::inline v0::detail
