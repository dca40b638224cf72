// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo verify`: every device against the definition of the canonical order.
#pragma once

#include "arguments.hpp"

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tool {

/// The findings on one device.
struct verified_device {
    gpu::device device;
    std::size_t wrong = 0; ///< cases that failed, or whose bits differ from the definition
    std::string first{};   ///< the first of them, in words
};

/// The findings on all devices.
struct verification {
    std::uint64_t seed;
    std::size_t cases;
    std::uint64_t digest; ///< of the results by the definition: the same on every machine
    /// false if the definition itself gives other bits on this machine than it should
    bool as_expected;
    std::vector<verified_device> devices;

    /// @return whether all bits are right
    [[nodiscard]] bool well() const;
};

/// Run the cases of a seed on every device of this machine.
[[nodiscard]] verification verify(verify_arguments const& arguments);

/// @return a line for each device, and one with the digest
[[nodiscard]] std::string to_text(verification const& found);
/// @param arguments those of the tool, for the context
/// @return one JSON object: seed, cases, digest, as_expected, devices and context
[[nodiscard]] std::string to_json(verification const& found,
                                  std::vector<std::string> const& arguments = {});

} // namespace tool
