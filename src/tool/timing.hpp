// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times of calls that are to be compared.
#pragma once

#include <functional>
#include <vector>

namespace tool {

/// @param call what to time
/// @return milliseconds that it takes once
[[nodiscard]] double milliseconds_of(std::function<void()> const& call);

/// Times calls side by side: in every round each is called once, so that a change of the machine's
/// speed meets all of them. Calls are expected to be warm. Five rounds or more; fewer where they
/// take more than some seconds, but one.
/// @param calls what to time
/// @return the median of each, in milliseconds
[[nodiscard]] std::vector<double>
median_milliseconds(std::vector<std::function<void()>> const& calls);

} // namespace tool
