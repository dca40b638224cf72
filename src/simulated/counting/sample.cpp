// SPDX-License-Identifier: Apache-2.0
#include "sample.hpp"

#include <numeric>

namespace gpu::inline v0::simulated {
namespace {

/// Grids of up to this many groups run completely.
constexpr std::uint32_t exact_groups = 64;

/// Groups of blocks of a grid, none of which is the last block to publish.
class group_sampler {
public:
    group_sampler(std::uint32_t period, run_blocks const& run) : period_(period), run_(run) {}

    /// The counts of one group.
    launch_counts at(std::uint32_t group) const { return run_({group * period_, period_, false}); }

    /// The counts of the groups between two others.
    launch_counts between(std::uint32_t first, launch_counts const& of_first, std::uint32_t last,
                          launch_counts const& of_last) const {
        if (last - first <= 1) return {};
        if (of_first == of_last) return (last - first - 1) * of_first;
        std::uint32_t const middle = first + (last - first) / 2;
        launch_counts const of_middle = at(middle);
        launch_counts sum = between(first, of_first, middle, of_middle);
        sum += of_middle;
        sum += between(middle, of_middle, last, of_last);
        return sum;
    }

private:
    std::uint32_t period_;
    run_blocks const& run_;
};

} // namespace

std::uint32_t period_of(std::size_t block_bytes) {
    constexpr std::size_t sector_bytes = 32;
    return static_cast<std::uint32_t>(sector_bytes / std::gcd(sector_bytes, block_bytes));
}

launch_counts count_monotone(std::uint32_t blocks, std::uint32_t period, run_blocks const& run) {
    std::uint32_t const groups = blocks / period;
    if (groups <= exact_groups) return run({0, blocks});
    std::uint32_t const last = groups - 2; // the group after it runs with the rest of the grid
    group_sampler const sampler(period, run);
    launch_counts const of_first = sampler.at(0);
    launch_counts const of_last = sampler.at(last);
    launch_counts sum = of_first;
    sum += sampler.between(0, of_first, last, of_last);
    sum += of_last;
    sum += run({(last + 1) * period, blocks - (last + 1) * period});
    return sum;
}

} // namespace gpu::inline v0::simulated
