// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions in a file compiled by nvcc, for a test compiled by g++.
#pragma once

#include <gpualgo/device.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace user {

/// A reduction with an operator or a type that is not precompiled.
struct experiment {
    std::string name;
    /// Reduces n elements on a device.
    /// @return whether the total is correct
    bool (*agrees)(gpu::device on, std::size_t n, gpu::report& ran);
};

/// Returns all experiments.
std::vector<experiment> experiments();

/// Returns the experiments on Thrust ranges, which need a GPU.
std::vector<experiment> experiments_of_thrust();

/// Returns a sum by a `__device__` lambda, which the host cannot call.
int sum_by_device_lambda(gpu::device_vector<int> const& x);

/// Returns the sum of a view's elements, by an expression.
int sum_of_squares(gpu::device_vector<int> const& x);

/// Returns a dot product of ranges of the host, as nvcc compiles it.
float dot_on_host(std::vector<float> const& x, std::vector<float> const& y);

} // namespace user
