// SPDX-License-Identifier: Apache-2.0
#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tool {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t least_rounds = 5;
constexpr std::size_t most_rounds = 101;
constexpr std::chrono::seconds enough{2};
constexpr std::chrono::seconds patience{4};

bool is_time_for(std::size_t round, clock::duration spent) {
    if (round == 0) return true;
    return round < least_rounds ? spent < patience : round < most_rounds && spent < enough;
}

timing timing_of(std::vector<double> milliseconds) {
    std::sort(milliseconds.begin(), milliseconds.end());
    std::size_t const runs = milliseconds.size();
    double const median = milliseconds[runs / 2];
    if (runs == 1) return {median};
    return {median, runs, (milliseconds[runs * 3 / 4] - milliseconds[runs / 4]) / median};
}

} // namespace

double milliseconds_of(std::function<void()> const& call) {
    auto const begin = clock::now();
    call();
    return std::chrono::duration<double, std::milli>(clock::now() - begin).count();
}

std::vector<timing> time_in_turns(std::vector<std::function<void()>> const& calls) {
    std::vector<std::vector<double>> times(calls.size());
    auto const begin = clock::now();
    for (std::size_t round = 0; is_time_for(round, clock::now() - begin); ++round)
        for (std::size_t i = 0; i < calls.size(); ++i)
            times[i].push_back(milliseconds_of(calls[i]));
    std::vector<timing> timings;
    timings.reserve(calls.size());
    for (auto& of_one : times) timings.push_back(timing_of(std::move(of_one)));
    return timings;
}

} // namespace tool
