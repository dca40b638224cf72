// SPDX-License-Identifier: Apache-2.0
#include "timing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tool {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t least_rounds = 5;
constexpr std::size_t most_rounds = 101;

bool is_time_for(std::size_t round, clock::duration spent, timing_plan const& plan) {
    if (plan.runs) return round < *plan.runs;
    if (round == 0) return true;
    return round < least_rounds ? spent < 2 * plan.enough
                                : round < most_rounds && spent < plan.enough;
}

/// The part of all rounds that is done.
double part_done(std::size_t rounds, clock::duration spent, timing_plan const& plan) {
    if (plan.runs) return static_cast<double>(rounds) / static_cast<double>(*plan.runs);
    return std::min(1.0, std::max(static_cast<double>(rounds) / most_rounds,
                                  std::chrono::duration<double>(spent) / plan.enough));
}

} // namespace

timing timing_of(std::vector<double> milliseconds) {
    std::sort(milliseconds.begin(), milliseconds.end());
    std::size_t const runs = milliseconds.size();
    double const median = milliseconds[runs / 2];
    if (runs == 1) return {median};
    auto const count = static_cast<double>(runs);
    double const mean = std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / count;
    double squares = 0;
    for (double const x : milliseconds) squares += (x - mean) * (x - mean);
    double const spread = (milliseconds[runs * 3 / 4] - milliseconds[runs / 4]) / median;
    return {median, runs, spread, milliseconds.front(), std::sqrt(squares / (count - 1))};
}

double milliseconds_of(std::function<void()> const& call) {
    auto const begin = clock::now();
    call();
    return std::chrono::duration<double, std::milli>(clock::now() - begin).count();
}

std::vector<timing> time_in_turns(std::vector<std::function<void()>> const& calls,
                                  timing_plan const& plan,
                                  std::function<void(double)> const& done) {
    if (calls.empty()) return {};
    for (std::size_t round = 0; round < plan.warmup; ++round)
        for (auto const& call : calls) call();
    std::vector<std::vector<double>> times(calls.size());
    auto const begin = clock::now();
    for (std::size_t round = 0; is_time_for(round, clock::now() - begin, plan); ++round) {
        for (std::size_t i = 0; i < calls.size(); ++i)
            times[i].push_back(milliseconds_of(calls[i]));
        done(part_done(round + 1, clock::now() - begin, plan));
    }
    std::vector<timing> timings;
    timings.reserve(calls.size());
    for (auto& of_one : times) timings.push_back(timing_of(std::move(of_one)));
    return timings;
}

} // namespace tool
