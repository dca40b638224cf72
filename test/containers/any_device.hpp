// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tests that run on each device.
#pragma once

#include <gpualgo/device.hpp>

#include <catch2/catch.hpp>

namespace test {

/// Repeats the test case on each device.
inline gpu::device any_device() {
    auto const device = GENERATE(from_range(gpu::devices()));
    UNSCOPED_INFO("on " << to_string(device));
    return device;
}

} // namespace test
