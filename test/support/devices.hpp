// SPDX-License-Identifier: Apache-2.0
/// @file
/// The devices of every machine.
#pragma once

#include <gpualgo/device.hpp>

namespace test {

inline gpu::device const simulated = gpu::device::simulated();
inline gpu::device const host_and_simulated[] = {gpu::device::host(), simulated};

} // namespace test
