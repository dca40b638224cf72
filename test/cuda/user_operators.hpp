// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions that a file compiled by nvcc makes, for a test that g++ compiles.
#pragma once

#include <gpualgo/device.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace user {

/// A reduction by an operator or of a type that is not precompiled.
struct experiment {
    std::string name;
    /// Reduces n elements on a device.
    /// @return whether the total is right
    bool (*agrees)(gpu::device on, std::size_t n, gpu::report& ran);
};

/// All of them.
std::vector<experiment> experiments();

/// Those of Thrust's ranges, which are on GPUs only.
std::vector<experiment> experiments_of_thrust();

/// A sum by a `__device__` lambda, which the host cannot call.
int sum_by_device_lambda(gpu::device_vector<int> const& x);

} // namespace user
