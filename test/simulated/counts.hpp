// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts of lambdas of a context on the simulated device.
#pragma once

#include "simulated_device.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace test {

/// A device that counts the events of its launches.
class counting_device {
public:
    explicit counting_device(launch_options options = {})
        : device_(counting(std::move(options), launches_)) {}

    gpu::simulated::queue& queue() { return device_.queue(); }

    /// Runs `kernel(context)` on every thread, and returns the counts.
    template <class Kernel>
    gpu::simulated::launch_counts run(grid_shape const& shape, Kernel const& kernel) {
        device_.run(shape, kernel);
        return launches_.back().counts;
    }

private:
    static launch_options counting(launch_options options,
                                   std::vector<gpu::simulated::counted_launch>& launches) {
        options.counted = &launches;
        return options;
    }

    std::vector<gpu::simulated::counted_launch> launches_;
    simulated_device device_;
};

/// The counts of a line of a file that calls this.
inline gpu::warp_counts at_line(gpu::simulated::launch_counts const& counts, unsigned line) {
    for (auto const& [where, of_line] : counts.lines)
        if (where.second == line) return of_line;
    return {};
}

} // namespace test
