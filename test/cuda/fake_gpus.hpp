// SPDX-License-Identifier: Apache-2.0
/// @file
/// GPUs of the fake runtime, and numbers for them.
#pragma once

#include <gpualgo/device.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

namespace test {

inline gpu::device gpu_at(int ordinal) { return gpu::device::cuda(ordinal); }
inline gpu::device gpu_20() { return gpu_at(20); }

/// 0, 1, 2 ...
inline std::vector<int> iota(int n) {
    std::vector<int> x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    return x;
}

} // namespace test
