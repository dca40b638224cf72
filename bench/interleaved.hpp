// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times several ways to do the same, alternating between them, so that other load and changes of
/// the clock speed affect all of them.
#pragma once

#include <algorithm>
#include <chrono>
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
inline double median(std::vector<double> numbers) {
    auto const middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

/// Interquartile range of some numbers, relative to their median.
inline double spread(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    std::size_t const n = numbers.size();
    return (numbers[n * 3 / 4] - numbers[n / 4]) / numbers[n / 2];
}

/// Seconds per run, averaged over `runs` runs.
inline double seconds_of(contender const& c, std::size_t runs) {
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < runs; ++i) c.run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
           static_cast<double>(runs);
}

/// Runs all contenders alternately; in each round every contender runs for about `sample` seconds.
/// @return a timing for each contender, in their order
inline std::vector<timing> interleaved(std::vector<contender> const& contenders, std::size_t rounds,
                                       double sample) {
    std::vector<std::size_t> runs;
    for (auto const& c : contenders) {
        double const once = std::min({seconds_of(c, 1), seconds_of(c, 1), seconds_of(c, 1)});
        runs.push_back(std::max<std::size_t>(1, static_cast<std::size_t>(sample / once)));
    }
    std::vector<std::vector<double>> times(contenders.size()), ratios(contenders.size());
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < contenders.size(); ++k) {
            times[k].push_back(seconds_of(contenders[k], runs[k]));
            ratios[k].push_back(times[k].back() / times[0].back());
        }
    std::vector<timing> result;
    for (std::size_t k = 0; k < contenders.size(); ++k)
        result.push_back({median(times[k]), median(ratios[k]), rounds, spread(times[k])});
    return result;
}

} // namespace bench
