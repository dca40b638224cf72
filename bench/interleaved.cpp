// SPDX-License-Identifier: Apache-2.0
#include "interleaved.hpp"

#include <algorithm>
#include <chrono>

namespace bench {

double median(std::vector<double> numbers) {
    auto const middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

double spread(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    std::size_t const n = numbers.size();
    return (numbers[n * 3 / 4] - numbers[n / 4]) / numbers[n / 2];
}

double seconds_of(contender const& c, std::size_t runs) {
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < runs; ++i) c.run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
           static_cast<double>(runs);
}

std::vector<timing> interleaved(std::vector<contender> const& contenders, std::size_t rounds,
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
