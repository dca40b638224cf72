// SPDX-License-Identifier: Apache-2.0
/// @file
/// Shared helpers of tests that need a GPU.
#pragma once

#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <optional>
#include <random>
#include <vector>

namespace test {

inline std::optional<gpu::device> the_gpu() {
    for (gpu::device const d : gpu::devices())
        if (d.kind() == gpu::device_kind::cuda) return d;
    WARN("no GPU here: only that calls say so is tested");
    CHECK_THROWS_AS(gpu::device::cuda(), gpu::no_device);
    return {};
}

/// Numbers whose sum depends on the order of additions.
inline std::vector<float> rough_numbers(std::size_t n, unsigned seed) {
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0, 1);
    std::vector<float> numbers(n);
    for (auto& x : numbers) x = normal(engine);
    return numbers;
}

} // namespace test
