// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches that nvcc compiles.
#pragma once

#include <vector>

struct own_results {
    std::vector<unsigned> seen;
    std::vector<unsigned> sums;
    int count;
};

own_results own_kernel_on_gpu();
own_results own_kernel_simulated();
/// Throws std::invalid_argument.
void launch_on_host_memory();
