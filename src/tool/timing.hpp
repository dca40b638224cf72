// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times of calls that are to be compared.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tool {

/// How long a call takes.
struct timing {
    double milliseconds; ///< the median
    std::size_t runs = 1;
    /// how far the middle half of the runs lies apart, as a part of the median; nothing of one run
    std::optional<double> spread{};
};

/// @param call what to time
/// @return milliseconds that it takes once
[[nodiscard]] double milliseconds_of(std::function<void()> const& call);

/// Times calls side by side: in every round each is called once, so that a change of the machine's
/// speed meets all of them. Calls are expected to be warm. Five rounds or more; fewer where they
/// take more than some seconds, but one.
/// @param calls what to time
/// @return a timing of each, in their order
[[nodiscard]] std::vector<timing> time_in_turns(std::vector<std::function<void()>> const& calls);

} // namespace tool
