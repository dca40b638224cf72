// SPDX-License-Identifier: Apache-2.0
/// @file
/// The GPU that tests of expressions run on.
#pragma once

#include "on_gpu.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <optional>

namespace test {

/// A GPU, if it can run expressions.
inline std::optional<gpu::device> able_gpu() {
    using namespace gpu::placeholders;
    auto const device = the_gpu();
    if (!device) return {};
    try {
        gpu::device_vector<float> x(10, 1.f, *device);
        (void)gpu::reduce(x, 0.f, _1 + _2);
    } catch (gpu::unsupported_operator const& e) {
        WARN(e.what());
        return {};
    }
    return device;
}

} // namespace test
