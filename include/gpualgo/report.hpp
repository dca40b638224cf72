// SPDX-License-Identifier: Apache-2.0
/// @file
/// What ran: filled by any call whose policy says `.report_to(report)`.
#pragma once

#include <gpualgo/device.hpp>

#include <cstdint>
#include <string>

namespace gpu::inline v0 {

/// What a call ran, and where. Valid once the call has returned without an exception.
struct report {
    gpu::device device = gpu::device::host(); ///< where it ran
    std::string strategy;                     ///< the policy's name
    std::string kernel;                       ///< what was launched
    std::uint64_t grid = 0;                   ///< blocks of the first launch; segments on the host
    unsigned block = 0;                       ///< threads in a block; 0 on the host
    std::uint64_t bytes = 0;                  ///< bytes of input read
    /// why it is not what was wished for; empty where it is
    std::string fallback;
};

} // namespace gpu::inline v0
