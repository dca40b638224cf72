// SPDX-License-Identifier: Apache-2.0
/// @file
/// One line of results.
#pragma once

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// What one strategy did.
struct row {
    std::string policy;                 ///< the strategy, or what it is compared with
    gpu::device device;                 ///< where it ran
    std::size_t n;                      ///< elements
    std::size_t bytes;                  ///< of the elements
    std::uint64_t grid = 0;             ///< blocks, or segments on the host
    unsigned block = 0;                 ///< threads a block; 0 on the host
    std::optional<double> milliseconds; ///< median of whole calls; nothing where the device is simulated
    std::string result;                 ///< as a number in text
    bool agrees = false;                ///< with the reference, exactly or within the bound of rounding
    std::string fallback;               ///< why it is not what was asked for; empty where it is

    /// @return 10^9 bytes of input a second, where it was timed
    [[nodiscard]] std::optional<double> gigabytes_per_second() const {
        if (!milliseconds) return std::nullopt;
        return static_cast<double>(bytes) / (*milliseconds * 1e6);
    }
};

/// All rows of one command, and what they have in common.
struct results {
    gpu::device device;    ///< the one asked for, or preferred
    std::size_t n;         ///< elements asked for
    std::string type;      ///< of elements and result
    std::string op;        ///< the operator
    std::vector<row> rows; ///< in the order to print them
};

} // namespace tool
