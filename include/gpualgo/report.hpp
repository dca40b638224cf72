// SPDX-License-Identifier: Apache-2.0
/// @file
/// report: tells what ran. Filled by any call whose policy has `.report_to(report)`.
#pragma once

#include <gpualgo/device.hpp>

#include <cstdint>
#include <iosfwd>
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

/// @param ran the report of a call
/// @return a line: "simulated, automatic, reduce_canonical, 1 block of 32 threads, 400 bytes"
[[nodiscard]] inline std::string to_string(report const& ran) {
    std::string line = to_string(ran.device);
    if (!ran.strategy.empty()) line += ", " + ran.strategy;
    if (!ran.kernel.empty()) line += ", " + ran.kernel;
    if (ran.block != 0)
        line += ", " + std::to_string(ran.grid) + (ran.grid == 1 ? " block of " : " blocks of ") +
                std::to_string(ran.block) + " threads";
    line += ", " + std::to_string(ran.bytes) + " bytes";
    if (!ran.fallback.empty()) line += "; " + ran.fallback;
    return line;
}

/// Prints the line.
/// @param out a stream
/// @param ran the report of a call
/// @return the stream
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             report const& ran) {
    return out << to_string(ran);
}

} // namespace gpu::inline v0
