// expect: the devices of a group have kernels of precompiled types, operators and transforms only
// expect: Reduce on one device, or on the host
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_group.hpp>

#include <vector>

float f(std::vector<float> const& x, gpu::device_group const& group) {
    return gpu::transform_reduce(gpu::automatic.on(group), x, 0.0f, gpu::plus<>(),
                                 [](float a) { return a / 2; });
}
