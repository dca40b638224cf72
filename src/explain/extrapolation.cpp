// SPDX-License-Identifier: Apache-2.0
#include "extrapolation.hpp"

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

using selection = simulated::dry_run::selection;

/// A size that is run, and the factor of its counts in the sum. Factors are modulo 2^64.
struct sample {
    std::uint64_t size;
    std::uint64_t weight;
};

/// The counts of a linear function at `size`, from two smaller sizes; only `size` if it is small.
std::vector<sample> samples_of(dimension const& d) {
    std::uint64_t smaller = d.unit + d.size % d.unit; // at least one whole unit
    while (smaller < d.least) smaller += d.unit;
    std::uint64_t const larger = smaller + d.unit;
    if (d.size <= larger) return {{d.size, 1}};
    std::uint64_t const units = (d.size - smaller) / d.unit;
    return {{smaller, 1 - units}, {larger, units}};
}

void add(launches& sum, std::uint64_t weight, launches const& part) {
    sum.resize(part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
        sum[i].kernel = part[i].kernel;
        sum[i].counts += weight * part[i].counts;
        sum[i].blocks_run += part[i].blocks_run;
        sum[i].is_extrapolated |= part[i].is_extrapolated;
        if (sum[i].first_block.size() < part[i].first_block.size())
            sum[i].first_block = part[i].first_block;
    }
}

/// Replaces the numbers that follow from the grid, which may be limited for large problems.
void settle(simulated::counted_launch& launch) {
    auto& counts = launch.counts;
    std::uint64_t const warps =
        launch.shape.grid.volume() * ((launch.shape.block.volume() + 31) / 32);
    std::uint64_t const busy = std::min(counts.warps - counts.idle_warps, warps);
    counts.divergent_warps = std::min(counts.divergent_warps, warps);
    counts.idle_warps = warps - busy;
    counts.warps = warps;
    counts.blocks = launch.shape.grid.volume();
}

} // namespace

launches
extrapolated(dimensions const& of,
             std::function<launches(sizes const&, simulated::dry_run::selection)> const& run,
             std::uint64_t exact_up_to) {
    std::array<std::vector<sample>, 3> samples;
    bool const is_small = of[0].size <= exact_up_to / of[1].size &&
                          of[0].size * of[1].size <= exact_up_to / of[2].size;
    std::transform(of.begin(), of.end(), samples.begin(), [&](dimension const& d) {
        return is_small ? std::vector<sample>{{d.size, 1}} : samples_of(d);
    });
    bool const is_exact = samples[0].size() * samples[1].size() * samples[2].size() == 1;
    launches sum;
    for (auto const& [x, x_weight] : samples[0])
        for (auto const& [y, y_weight] : samples[1])
            for (auto const& [z, z_weight] : samples[2])
                add(sum, x_weight * y_weight * z_weight, run({x, y, z}, selection::all));

    auto const shapes = run({of[0].size, of[1].size, of[2].size}, selection::none);
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i].shape = shapes[i].shape;
        sum[i].is_extrapolated |= !is_exact;
        settle(sum[i]);
    }
    return sum;
}

} // namespace gpu::inline v0::detail
