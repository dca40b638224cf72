// SPDX-License-Identifier: Apache-2.0
/// @file
/// report: tells what ran. Filled by any call whose policy has `.report_to(report)`.
#pragma once

#include <gpualgo/device.hpp>

#include <cstdint>
#include <string>

namespace gpu::inline v0 {

/// The device, the strategy and the kernel of a call. Valid once the call has returned without an
/// exception.
struct report {
    gpu::device device = gpu::device::host(); ///< where it ran
    std::string strategy;                     ///< the policy's name
    std::string kernel;                       ///< what was launched
    std::uint64_t grid = 0;                   ///< blocks of the first launch; segments on the host
    unsigned block = 0;                       ///< threads in a block; 0 on the host
    std::uint64_t bytes = 0;                  ///< bytes of input read
    /// why this is not what was requested; empty if it is
    std::string fallback;
};

} // namespace gpu::inline v0
