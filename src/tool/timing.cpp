// SPDX-License-Identifier: Apache-2.0
#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

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

double median(std::vector<double> values) {
    auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

double milliseconds_of(std::function<void()> const& call) {
    auto const begin = clock::now();
    call();
    return std::chrono::duration<double, std::milli>(clock::now() - begin).count();
}

std::vector<double> median_milliseconds(std::vector<std::function<void()>> const& calls) {
    std::vector<std::vector<double>> times(calls.size());
    auto const begin = clock::now();
    for (std::size_t round = 0; is_time_for(round, clock::now() - begin); ++round)
        for (std::size_t i = 0; i < calls.size(); ++i)
            times[i].push_back(milliseconds_of(calls[i]));
    std::vector<double> medians;
    medians.reserve(calls.size());
    for (auto const& of_one : times) medians.push_back(median(of_one));
    return medians;
}

} // namespace tool
