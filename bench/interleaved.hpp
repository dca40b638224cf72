// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times several ways to do the same, alternating between them, so that other load and changes of
/// the clock speed affect all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Prevents the compiler from optimising away a result and the inputs it was computed from.
template <class T>
void keep(T const& value) {
    asm volatile("" : : "g"(&value) : "memory");
}

struct contender {
    std::string name;
    std::function<void()> run;
};

/// Timing of one contender over all rounds.
struct timing {
    double seconds; ///< per run, in the median round
    /// relative to the first contender in the same round, in the median round; above 1 is slower
    double ratio;
    std::size_t runs; ///< number of rounds
    /// interquartile range of the rounds' times, relative to their median
    double spread;
};

/// Median of some numbers.
[[nodiscard]] double median(std::vector<double> numbers);

/// Interquartile range of some numbers, relative to their median.
[[nodiscard]] double spread(std::vector<double> numbers);

/// Seconds per run, averaged over `runs` runs.
[[nodiscard]] double seconds_of(contender const& c, std::size_t runs);

/// Runs all contenders alternately; in each round every contender runs for about `sample` seconds.
/// @return a timing for each contender, in their order
[[nodiscard]] std::vector<timing> interleaved(std::vector<contender> const& contenders,
                                              std::size_t rounds, double sample);

} // namespace bench
