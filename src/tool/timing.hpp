// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times of calls that are to be compared.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tool {

/// How long a call takes.
struct timing {
    double milliseconds; ///< the median
    std::size_t runs = 1;
    /// the distance between the quartiles, as a part of the median; nothing for one run
    std::optional<double> spread{};
    double least = milliseconds; ///< the minimum, in milliseconds
    /// the sample standard deviation in milliseconds; nothing for one run
    std::optional<double> deviation{};
};

/// How often calls are made to be timed.
struct timing_plan {
    std::optional<std::size_t> runs{};      ///< exactly so often, if given
    std::size_t warmup = 0;                 ///< rounds before these, without a clock
    std::chrono::milliseconds enough{2000}; ///< no further round begins after this time
};

/// @param milliseconds of every run, at least one
/// @return their statistics
[[nodiscard]] timing timing_of(std::vector<double> milliseconds);

/// @param call what to time
/// @return milliseconds that it takes once
[[nodiscard]] double milliseconds_of(std::function<void()> const& call);

/// Time calls side by side: each round calls each of them once, so that a change of the machine's
/// speed affects all alike. Unless the plan says how many, there are 5 to 101 rounds. If five
/// take more than twice the time that is enough, there are fewer, but at least one.
/// @param calls what to time; expected to be warm
/// @param plan how often
/// @param done called after each round, with the part of the plan that is done, from 0 to 1
/// @return a timing of each, in their order
[[nodiscard]] std::vector<timing> time_in_turns(
    std::vector<std::function<void()>> const& calls, timing_plan const& plan = {},
    std::function<void(double)> const& done = [](double) {});

} // namespace tool
