// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times of several ways to do the same, taken in turns: what else the machine does, and how its
/// clock changes, meets all.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Keeps a result, and what it was computed from, from being optimised away.
template <class T>
void keep(T const& value) {
    asm volatile("" : : "g"(&value) : "memory");
}

/// One of the ways.
struct contender {
    std::string name;
    std::function<void()> run;
};

/// What the rounds have shown of a contender.
struct timing {
    double seconds; ///< a run, in the median round
    /// to the first contender's time in the same round, in the median round: above 1 it is slower
    double ratio;
    std::size_t runs; ///< rounds
    /// how far the middle half of the rounds lies apart, as a part of the median of their times
    double spread;
};

/// The middle one of some numbers.
inline double median(std::vector<double> numbers) {
    auto const middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

/// How far the middle half of some numbers lies apart, as a part of their median.
inline double spread(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    std::size_t const n = numbers.size();
    return (numbers[n * 3 / 4] - numbers[n / 4]) / numbers[n / 2];
}

/// Seconds that a run takes, on average over some.
inline double seconds_of(contender const& c, std::size_t runs) {
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < runs; ++i) c.run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
           static_cast<double>(runs);
}

/// Runs all contenders in turn, in every round as often as `sample` seconds take.
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
