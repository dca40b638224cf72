// SPDX-License-Identifier: Apache-2.0
/// @file
/// Runs lambdas of a context as kernels on the simulated device.
#pragma once

#include "simulated/queue.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace test {

using gpu::simulated::context;
using gpu::simulated::defect;
using gpu::simulated::finding;
using gpu::simulated::grid_shape;
using gpu::simulated::launch_options;

/// A grid of `blocks` blocks of `threads` threads.
inline grid_shape shape(unsigned blocks, unsigned threads, std::size_t shared_bytes = 0) {
    return {{blocks}, {threads}, shared_bytes};
}

/// A queue with its report.
class simulated_device {
public:
    explicit simulated_device(launch_options options = {}) : queue_(ran_, std::move(options)) {}

    gpu::simulated::queue& queue() { return queue_; }

    /// Runs `kernel(context)` on every thread.
    template <class Kernel>
    void run(grid_shape const& shape, Kernel const& kernel) {
        queue_.run(shape, [&](gpu::simulated::thread& self) { kernel(context(self)); });
    }

    /// Runs a defective kernel, and returns the finding.
    template <class Kernel>
    finding find(grid_shape const& shape, Kernel const& kernel) {
        try {
            run(shape, kernel);
        } catch (finding const& found) {
            return found;
        }
        FAIL("the kernel has a defect that was not found");
        throw; // not reached
    }

private:
    gpu::detail::call_result ran_;
    gpu::simulated::queue queue_;
};

/// The same on a new device.
template <class Kernel>
finding find(grid_shape const& shape, Kernel const& kernel, launch_options options = {}) {
    return simulated_device(std::move(options)).find(shape, kernel);
}

/// Lines of both sites of a finding, the smaller one first.
inline std::pair<unsigned, unsigned> lines_of(finding const& found) {
    REQUIRE(found.second().has_value());
    return std::minmax(unsigned{found.first().site.line()}, unsigned{found.second()->site.line()});
}

} // namespace test
